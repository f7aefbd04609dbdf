/** Tournaments as pure functions: who meets whom, who sits where, who stands where. */
export type { Field, Meeting, PastMeeting, Schedule } from './schedule.ts'
export { scheduleOf, schedules } from './schedules.ts'
export { matchesOfRound, type PlannedMatch, type Setting, seatings, sizeOfRound } from './seating.ts'
export * from './standings.ts'
