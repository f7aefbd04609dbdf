/** What the arena shows beside matches; whoever composes the server says where it comes from. */
import type { Standing, TournamentProgress, TrainingRun } from './protocol.ts'

export interface Boards {
  standings(scenario?: string): Promise<readonly Standing[]>
  tournaments(): Promise<readonly TournamentProgress[]>
  training(): Promise<readonly TrainingRun[]>
  trainingRun(id: string): Promise<TrainingRun | null>
  all(): Promise<{
    readonly standings: readonly Standing[]
    readonly tournaments: readonly TournamentProgress[]
    readonly training: readonly TrainingRun[]
  }>
}
