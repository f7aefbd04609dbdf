/** Exact play over any game. */
export { type AskedProfile, type AskOptions, profileOfAgent } from './agent-policy.ts'
export { cfrFrom, cfrPlus, type Iteration } from './cfr.ts'
export { type MctsOptions, mcts, type Search, type SearchOptions, searchFrom, type Tried } from './mcts.ts'
export { hidesNothing, hopefulMinimax, type Minimax, minimax } from './minimax.ts'
export { bySeat, firstMove, type Policy, uniform } from './policy.ts'
export { type Solution, solve } from './solve.ts'
export { compileTree, type Infoset, type Profile, policyOf, profileOf, type Tree } from './tree.ts'
export { type BestResponse, bestResponse, exploitability, gameValue, type NashConv, nashConv } from './value.ts'
