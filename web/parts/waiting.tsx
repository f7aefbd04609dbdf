/** What stands where something is still to come, or did not. */
import { t } from '../shell/settings.ts'

export const Waiting = ({ error }: { error: string | null }) =>
  error === null ? (
    <p class="muted loading">{t('shell.loading')}</p>
  ) : (
    <p role="alert" class="panel faults">
      {error}
    </p>
  )
