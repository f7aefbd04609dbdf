/** Ratings: everything other folders use. */
export * from './alpha-rank.ts'
export * from './duel.ts'
export * from './elo.ts'
export * from './interval.ts'
export * from './ladder.ts'
export {
  type AgentRating,
  MEAN_RATING,
  type PoolRating,
  type Rating,
  type RatingTable,
  type Reliability,
  rateMatches,
  ratePool,
  reliabilityOf,
} from './rate.ts'
export * from './sprt.ts'
