/** What the arena shows beside matches; whoever composes the server says where it comes from. */
import type { RatingCurve, Standing, TournamentProgress, TrainingRun } from './protocol.ts'

export interface Boards {
  standings(scenario?: string): Promise<readonly Standing[]>
  /** Best first. */
  history(scenario?: string): Promise<readonly RatingCurve[]>
  tournaments(): Promise<readonly TournamentProgress[]>
  training(): Promise<readonly TrainingRun[]>
  trainingRun(id: string): Promise<TrainingRun | null>
  all(): Promise<{
    readonly standings: readonly Standing[]
    readonly tournaments: readonly TournamentProgress[]
    readonly training: readonly TrainingRun[]
  }>
}
