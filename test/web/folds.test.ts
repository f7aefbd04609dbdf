import { expect, test } from '@jest/globals'
import type { Frame, LobbyState, MatchSummary, Standing, TrainingRun } from '../../arena/host/protocol.ts'
import { beliefCurve, beliefsAt, publicSuspicion } from '../../web/parts/beliefs.ts'
import { countUpTo, deedAndWords, linesOf, positionOfTurn, shadeOf } from '../../web/parts/dialogue.ts'
import { withViews } from '../../web/parts/feed.ts'
import { groupMoves, namesIn, restOf } from '../../web/parts/move-groups.ts'
import { poolsOf } from '../../web/parts/pools.ts'
import { featuresOf } from '../../web/parts/portrait-features.ts'
import { withRoles } from '../../web/parts/seats.ts'
import { withMatch, withPoints } from '../../web/shell/live.ts'
import { clueMapOf } from '../../web/studio/clues.ts'

const match = (id: string, state: MatchSummary['state']): MatchSummary => ({
  id,
  state,
  scenario: 's',
  kind: 'murder-mystery',
  title: id,
  language: 'en',
  seats: [{ agent: 'a', name: 'Rosa', role: 'culprit', faction: 'killer', here: true }],
  events: 1,
  turn: 0,
  waitingFor: [],
  open: true,
  startedAt: 0,
})

test('a match that ends moves from the running to the finished ones, once', () => {
  const now = { running: [match('a', 'running'), match('b', 'running')], recent: [] } as unknown as Omit<
    LobbyState,
    'ok'
  >
  const then = withMatch(withMatch(now, match('a', 'over')), match('a', 'over'))
  expect(then.running.map(({ id }) => id)).toEqual(['b'])
  expect(then.recent.map(({ id }) => id)).toEqual(['a'])
  expect(withMatch(then, match('c', 'running')).running.map(({ id }) => id)).toEqual(['c', 'b'])
})

test('news of a training run add their points to the curves and repeat none', () => {
  const run = (points: readonly (readonly [number, number])[]) =>
    ({ id: 'r', curves: { loss: points } }) as unknown as TrainingRun
  const [joined] = withPoints(
    [
      run([
        [0, 3],
        [1, 2],
      ]),
    ],
    run([
      [1, 2],
      [2, 1],
    ]),
  )
  expect(joined!.curves['loss']).toEqual([
    [0, 3],
    [1, 2],
    [2, 1],
  ])
})

test('a frame without a view keeps the one before, and a seat has its own parts over the shared ones', () => {
  const frames: Frame[] = [
    { id: 0, type: 'opened', view: { board: 1, me: null }, views: [{ me: 'rosa' }, {}] },
    { id: 1, type: 'surveyed', seat: 0 },
  ]
  const [first, second] = withViews(frames, undefined)
  expect(first!.views).toEqual([
    { board: 1, me: 'rosa' },
    { board: 1, me: null },
  ])
  expect(second).toMatchObject({ id: 1, view: first!.view, views: first!.views })
  expect(withViews([{ id: 2, type: 'surveyed', seat: 0 }], second)[0]!.view).toEqual(first!.view)
})

test('roles that a summary leaves out come from the views, if the sight has any', () => {
  const { role: _role, faction: _faction, ...seat } = match('a', 'running').seats[0]!
  const hidden = { ...match('a', 'running'), seats: [seat, seat] }
  const me = { seat: 1, role: 'culprit', faction: 'killer' }
  const frame = (view: unknown, views?: unknown[]): Frame => ({ id: 0, type: 'opened', view, ...(views && { views }) })
  const factions = (of: MatchSummary) => of.seats.map(({ faction }) => faction)
  expect(factions(withRoles(hidden, frame({ me: null })))).toEqual([undefined, undefined])
  expect(factions(withRoles(hidden, frame({ me })))).toEqual([undefined, 'killer'])
  expect(
    factions(withRoles(hidden, frame({ me: null }, [{ me: { ...me, seat: 0, faction: 'victim' } }, { me }]))),
  ).toEqual(['victim', 'killer'])
})

const moved = (id: number, turn: number): Frame => ({
  id,
  type: 'moved',
  seat: 0,
  turn,
  move: 'say',
  line: `line ${turn}`,
})
const surveyed = (id: number, seat: number, suspects: number[]): Frame => ({
  id,
  type: 'surveyed',
  seat,
  beliefs: { suspects },
})

test('the dialogue leaves out the header, and surveys unless they are wanted', () => {
  const frames: Frame[] = [
    { id: 0, type: 'opened' },
    moved(1, 0),
    surveyed(2, 1, [1, 0]),
    moved(3, 1),
    { id: 4, type: 'ended' },
  ]
  expect(linesOf(frames, { notes: false, surveys: false }).map(({ id }) => id)).toEqual([1, 3, 4])
  expect(linesOf(frames, { notes: false, surveys: true }).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(countUpTo(frames, 2)).toBe(3)
  expect(frames[positionOfTurn(frames, 0)]!.id).toBe(2)
  expect(frames[positionOfTurn(frames, 9)]!.id).toBe(4)
})

test('suspicion is the mean over the others, one point a run of surveys', () => {
  const frames = [surveyed(3, 0, [0, 0.5, 0.5]), surveyed(4, 1, [0.2, 0, 0.8]), moved(5, 1), surveyed(6, 0, [0, 0, 1])]
  const curve = beliefCurve(frames, 3, null)
  expect(curve.map(({ id }) => id)).toEqual([4, 6])
  expect(curve[0]!.mean[2]).toBeCloseTo(0.65, 12)
  expect(curve[1]!.mean[2]).toBeCloseTo(0.9, 12)
  expect(beliefCurve(frames, 3, 1).map(({ mean }) => mean[2])).toEqual([0.8])
  expect(beliefsAt(frames, 3, 4)[0]).toEqual([0, 0.5, 0.5])
  expect(beliefsAt(frames, 3, 6)[0]).toEqual([0, 0, 1])
})

test('the public reads suspicion from accusations, contradictions and ballots', () => {
  const record = { accusations: [{ by: 0, of: 1 }], slots: [{ conflicts: [[1, 2]] as const }], ballots: [[1, 0, null]] }
  expect(publicSuspicion(record, 3)).toEqual([
    [0, 1, 0],
    [0.8, 0, 0.2],
    [0, 0.5, 0],
  ])
})

test('what a seat does stands apart from what it says in its own words; the phrase book’s lines are words', () => {
  const said = (line: string, text?: string) => deedAndWords({ line, move: 'where rosa nine', ...(text && { text }) })
  expect(said('[asks where Rosa was at nine] "Well, Rosa?"', 'Well, Rosa?')).toEqual({
    deed: 'asks where Rosa was at nine',
    words: '"Well, Rosa?"',
  })
  expect(said('【问阿菱初更在哪里】“说吧。”', '说吧。')).toEqual({ deed: '问阿菱初更在哪里', words: '“说吧。”' })
  expect(said('"[accuses Hugo] I"', '[accuses Hugo] I')).toEqual({ deed: '', words: '"[accuses Hugo] I"' })
  expect(said('[A book line in brackets]')).toEqual({ deed: '', words: '[A book line in brackets]' })
  expect(deedAndWords({ move: 'pass' })).toEqual({ deed: '', words: 'pass' })
})

test('standings are told pool by pool, the unrated last', () => {
  const one = (agent: string, pool?: number): Standing => ({
    agent,
    rating: 1500,
    ci95: pool === undefined ? [1500, 1500] : [1400, 1600],
    games: 9,
    mean: 0,
    errors: { late: 0, illegal: 0, gone: 0, error: 0 },
    ...(pool !== undefined && { pool }),
  })
  const pools = poolsOf([one('solver', 1), one('detective', 0), one('newcomer'), one('culprit', 0)])
  expect(pools.map((pool) => pool.map(({ agent }) => agent))).toEqual([
    ['detective', 'culprit'],
    ['solver'],
    ['newcomer'],
  ])
})

test('a bar is shaded by its share of the largest credit', () => {
  expect(shadeOf(-0.5, 1)).toEqual({ sign: 'minus', strength: 0.5 })
  expect(shadeOf(0, 0)).toEqual({ sign: 'zero', strength: 0 })
})

test('moves are grouped by their verb in the order offered', () => {
  expect(groupMoves(['where rosa nine', 'pass', 'where hugo ten'])).toEqual([
    { verb: 'where', moves: ['where rosa nine', 'where hugo ten'] },
    { verb: 'pass', moves: ['pass'] },
  ])
  expect(restOf('search wine-cellar', new Map())).toBe('wine cellar')
  const names = namesIn({ case: { cast: [{ id: 'rosa', name: 'Rosa Vane' }], slots: [{ id: 'nine', name: 'nine' }] } })
  expect(restOf('where rosa nine', names)).toBe('Rosa Vane · nine')
  expect(restOf('contradict rosa nine with hugo', names)).toBe('Rosa Vane · nine with hugo')
})

test('a name always draws the same person, and names differ', () => {
  expect(featuresOf('Rosa')).toEqual(featuresOf('Rosa'))
  const drawn = new Set(Array.from({ length: 200 }, (_, at) => JSON.stringify(featuresOf(`name ${at}`))))
  expect(drawn.size).toBeGreaterThan(190)
})

test('the clue map says what a clue bears on, what cannot be reached, and which fact is bare', () => {
  const map = clueMapOf(
    JSON.stringify({
      places: [{ id: 'hall' }],
      stages: [{}],
      characters: [{ id: 'hugo', knows: ['f5'] }],
      facts: [
        { id: 'f1', kind: 'motive', who: 'rosa' },
        { id: 'f2', kind: 'motive', who: 'hugo' },
        { id: 'f3', kind: 'statement' },
        { id: 'f4', kind: 'at', who: 'rosa' },
        { id: 'f5', kind: 'statement' },
      ],
      clues: [
        { id: 'c1', place: 'hall', says: [{ kind: 'motive', who: 'rosa' }] },
        { id: 'c2', place: 'cellar', refutes: ['f2'] },
        { id: 'c3', place: 'hall', stage: 1 },
      ],
    }),
  )!
  expect(map.clues.map(({ id, reachable, bears }) => [id, reachable, bears])).toEqual([
    ['c1', true, ['= motive rosa']],
    ['c2', false, ['− f2']],
    ['c3', false, []],
  ])
  expect(map.bare).toEqual(['f3'])
  expect(clueMapOf('{')).toBeNull()
})
