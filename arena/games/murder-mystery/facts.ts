/**
 * A view and its moves as tokens for a network. The log is folded to a line a character, and moves are described by
 * whom and what hour they touch, never by name: what is learned in one house holds in the next. Beliefs come in
 * buckets of their ratio to an even share.
 */
import type { Move, Seat } from '../../core/game.ts'
import { posteriorOf, readerOf } from './belief.ts'
import { withClaim } from './claims.ts'
import { type Act, readAct, seatsIn } from './moves.ts'
import type { CaseView, Claim, MysteryView, SaysView } from './view.ts'

/** What the tokens of a view and of all its moves share. */
interface Look {
  readonly view: MysteryView
  /** Of the killer's side: what the others may infer; else the seat's own. */
  readonly belief: ArrayLike<number>
  readonly top: Seat
  readonly guilty: boolean
  readonly took: number
  readonly tops: readonly Seat[]
}

const looks = new WeakMap<MysteryView, Look>()

function lookAt(view: MysteryView): Look {
  let look = looks.get(view)
  if (!look) looks.set(view, (look = makeLook(view)))
  return look
}

function makeLook(view: MysteryView): Look {
  const { me, record, case: story } = view
  const guilty = me?.faction === 'killer'
  const belief = posteriorOf(view, guilty ? 'public' : 'own')
  const order = [...story.cast.keys()].filter((seat) => seat !== me?.seat).sort((a, b) => belief[b]! - belief[a]!)
  const says = [...record.board, ...(me?.clues ?? [])].flatMap((clue) => clue.says)
  const took = says.find(
    (one): one is SaysView & { slot: number } => one.kind === 'took' && one.place === story.crime?.from,
  )
  return { view, belief, top: order[0] ?? 0, guilty, took: took?.slot ?? -1, tops: order }
}

const TIMES = [0.1, 0.4, 0.8, 1.2, 1.8, 2.6]
const bucket = (value: number, edges: readonly number[]) => edges.filter((edge) => value >= edge).length
const RISKS = [0.05, 0.12, 0.2, 0.3, 0.45, 0.65]
const yes = (claim: boolean) => (claim ? '1' : '0')

/** The ratio of a seat's belief to an even share among the others. */
const times = ({ belief, view }: Look, seat: Seat) =>
  bucket(belief[seat]! * Math.max(1, view.case.cast.length - 1), TIMES)

const hourOf = ({ view, took }: Look, slot: number): string => {
  const window = view.case.crime?.window ?? []
  if (window.includes(slot)) return window.length === 1 ? 'deed' : 'maybe'
  if (slot === took) return 'took'
  return took < 0 && slot < Math.max(...window) ? 'before' : 'other'
}

const claimOf = (look: Look, seat: Seat, slot: number): string =>
  shape(look.view.record.slots[slot]?.claims[seat] ?? null)

const shape = (claim: Claim | null) =>
  claim === null ? 'none' : claim.with === null ? 'bare' : claim.with.length === 0 ? 'alone' : 'with'

const inConflict = ({ view }: Look, seat: Seat, slot: number) =>
  view.record.slots[slot]?.conflicts.some((pair) => pair.includes(seat)) ?? false

/** One decision's facts: what sort of moment it is, what is known, then a line a character in order of suspicion. */
export function factTokens(view: MysteryView, seat: Seat): string[] {
  const look = lookAt(view)
  const { record, me, case: story } = view
  const question = record.question ? readAct(namesOf(story, record.question.move), record.question.move) : null
  const left = story.stages.slice(record.stage).reduce((sum, { rounds }) => sum + rounds, 0) - record.round
  const tokens = [
    `phase=${record.phase}`,
    `side=${me?.faction ?? ''}`,
    `moment=${record.phase} ${me?.faction ?? ''} ${left}`,
    `asked=${question?.kind ?? ''}${question && 'slot' in question ? ` ${hourOf(look, question.slot)}` : ''}`,
    `rounds left=${left}`,
    `board=${record.board.length}`,
    `own clues=${me?.clues.length ?? 0}`,
    `deflections=${record.deflections[seat] ?? 0}`,
    `secrets=${me?.secrets.length ?? 0}`,
    `searchable=${record.searchable.length}`,
    `top=${times(look, look.top)}`,
    `second=${look.tops[1] === undefined ? 0 : times(look, look.tops[1])}`,
    `heat=${look.guilty ? bucket(look.belief[seat]!, RISKS) : 'no'}`,
  ]
  for (const [rank, other] of look.tops.entries()) tokens.push(...characterTokens(look, rank, other))
  return tokens
}

function characterTokens(look: Look, rank: number, seat: Seat): string[] {
  const { record, case: story } = look.view
  const deed = story.crime?.window ?? []
  const claims = deed.map((slot) => claimOf(look, seat, slot)).join()
  const accusers = record.accusations.filter(({ of }) => of === seat).length
  return [
    `${rank} belief=${times(look, seat)}`,
    `${rank} deed=${claims} ${yes(deed.some((slot) => inConflict(look, seat, slot)))}`,
    `${rank} took=${look.took < 0 ? '?' : claimOf(look, seat, look.took)}`,
    `${rank} conflicts=${record.slots.filter((_, slot) => inConflict(look, seat, slot)).length}`,
    `${rank} accused=${Math.min(3, accusers)}`,
    `${rank} traits=${traitFit(look, seat)}`,
    `${rank} deflected=${yes(deed.some((slot) => record.slots[slot]!.deflected.includes(seat)))}`,
    `${rank} motive=${yes(record.motives.some(({ of, known }) => of === seat && known))}`,
  ]
}

function traitFit({ view }: Look, seat: Seat): string {
  let fit = 'unknown'
  for (const clues of [view.record.board, view.me?.clues ?? []]) {
    for (const { says } of clues) {
      for (const one of says) {
        if (one.kind !== 'trait') continue
        if (view.case.cast[seat]!.traits[one.trait] !== one.value) return 'no'
        fit = 'yes'
      }
    }
  }
  return fit
}

/** At most 11 tokens, each joined with the move's kind so that weights for different moves stay apart. */
export function moveTokens(view: MysteryView, seat: Seat, move: Move): string[] {
  const look = lookAt(view)
  const act = readAct(namesOf(view.case, move), move)
  const side = look.guilty ? 'killer' : 'victim'
  const tokens = [`move=${act.kind}`, `${side}=${act.kind}`, `which=${act.kind} ${whichOf(view, act, move)}`]
  for (const fact of aboutAct(look, seat, act, move)) tokens.push(`${side} ${act.kind} ${fact}`)
  return tokens
}

/** Tells the moves of one kind apart by numbers: whom, when, where. */
function whichOf({ me }: MysteryView, act: Act, move: Move): string {
  const { kind: _, ...rest } = act
  const numbers = Object.values(rest).join()
  return 'clue' in act ? `${numbers} ${me?.clues.findIndex(({ id }) => move.endsWith(` ${id}`)) ?? -1}` : numbers
}

function aboutAct(look: Look, seat: Seat, act: Act, move: Move): string[] {
  switch (act.kind) {
    case 'where':
      return [...slotFacts(look, act.to, act.slot), `me=${company(look, act.to, act.slot)}`]
    case 'saw':
      return [
        ...slotFacts(look, act.to, act.slot),
        `shared=${yes(shares(look, act.to, act.slot))}`,
        `me=${company(look, act.to, act.slot)}`,
      ]
    case 'contradict':
    case 'confirm':
    case 'deny':
      return [...slotFacts(look, act.to, act.slot), `true=${yes(isTrue(look, act))}`, `after=${after(look, seat, act)}`]
    case 'in':
    case 'alone':
    case 'with':
      return answerFacts(look, seat, act)
    case 'search': {
      const { crime } = look.view.case
      const kind = act.place === crime?.place ? 'scene' : act.place === crime?.from ? 'source' : 'other'
      return [`place=${kind}`, `left=${look.view.record.searchable.length}`]
    }
    case 'share':
    case 'show':
    case 'whisper':
      return shareFacts(look, seat, move)
    case 'accuse':
    case 'vote':
    case 'ask':
    case 'found':
      return personFacts(look, act.to)
    case 'about':
      return [`of=${times(look, act.of)}`, `to=${times(look, act.to)}`]
    case 'motive':
    case 'nothing': {
      const question = look.view.record.question
      const asked = question && readAct(namesOf(look.view.case, question.move), question.move)
      return asked?.kind === 'about'
        ? [`of=${times(look, asked.of)}`, `own=${yes(look.view.me?.motives.includes(asked.of) ?? false)}`]
        : []
    }
    default:
      return []
  }
}

function slotFacts(look: Look, to: Seat, slot: number): string[] {
  const hour = hourOf(look, slot)
  const column = look.view.record.slots[slot]!
  return [
    `hour=${hour}`,
    `hour,belief=${hour} ${times(look, to)}`,
    `top=${yes(to === look.top)} ${hour}`,
    `conflict=${yes(inConflict(look, to, slot))}`,
    `deflected=${yes(column.deflected.includes(to))}`,
    `claims=${hour} ${column.claims.filter((claim) => claim !== null).length}`,
    `traits=${traitFit(look, to)} ${hour}`,
  ]
}

const personFacts = (look: Look, seat: Seat): string[] => {
  const deed = look.view.case.crime?.window ?? []
  return [
    `belief=${times(look, seat)}`,
    `rank=${look.tops.indexOf(seat)}`,
    `traits=${traitFit(look, seat)}`,
    `deed=${deed.map((slot) => claimOf(look, seat, slot)).join()}`,
    `conflict=${yes(deed.some((slot) => inConflict(look, seat, slot)))}`,
    `accused=${Math.min(3, look.view.record.accusations.filter(({ of }) => of === seat).length)}`,
  ]
}

/** Whether the reader saw that person then: with it, elsewhere, or nothing to say. */
function company({ view }: Look, to: Seat, slot: number): string {
  const mine = view.me?.timetable[slot]
  if (!mine) return '?'
  if (mine.with.includes(to)) return 'together'
  return view.record.slots[slot]!.claims[to]?.place === mine.place ? 'lies' : 'apart'
}

function shares({ view }: Look, to: Seat, slot: number): boolean {
  const { claims } = view.record.slots[slot]!
  return claims.some((claim, other) => other !== to && claim?.place === claims[to]?.place)
}

function isTrue({ view }: Look, act: Act & { kind: 'contradict' | 'confirm' | 'deny' }): boolean {
  const mine = view.me?.timetable[act.slot]
  const claim = view.record.slots[act.slot]!.claims[act.to]
  if (!mine || !claim) return false
  const together = mine.place === claim.place && mine.with.includes(act.to)
  if (act.kind === 'confirm') return together
  return act.kind === 'deny' ? !together : mine.place === claim.place && !together
}

/** What the table would think of the speaker afterwards; only liars need to know. */
function after(look: Look, seat: Seat, act: Act & { slot?: number }): string {
  if (!look.guilty || act.kind === 'deny' || (act.kind !== 'contradict' && act.kind !== 'confirm')) return '?'
  const { view } = look
  const standing = view.record.slots[act.slot]!.claims[act.to]!
  const others = act.kind === 'contradict' ? null : [...(standing.with ?? []), act.to].filter((one) => one !== seat)
  return heatAfter(view, seat, act.slot, { place: standing.place, with: others })
}

function heatAfter(view: MysteryView, seat: Seat, slot: number, claim: Claim): string {
  const column = withClaim(view.record.slots[slot]!, seat, claim)
  return String(bucket(readerOf('public').supposing(view, slot, column)[seat]!, RISKS))
}

function answerFacts(look: Look, seat: Seat, act: Act): string[] {
  const { view } = look
  const question =
    view.record.question && readAct(namesOf(view.case, view.record.question.move), view.record.question.move)
  if (question?.kind !== 'where' && question?.kind !== 'saw') return []
  const { slot } = question
  const column = view.record.slots[slot]!
  const place = act.kind === 'in' ? act.place : (column.claims[seat]?.place ?? 0)
  const company = act.kind === 'in' ? null : act.kind === 'with' ? seatsIn(act.company) : []
  const hour = hourOf(look, slot)
  const mine = view.me?.timetable[slot]
  const truth = mine?.place === place && (company === null || company.join() === mine.with.join())
  const claimed = column.claims.filter((claim, other) => other !== seat && claim?.place === place).length
  const open = column.claims.filter((claim, other) => other !== seat && claim === null).length
  return [
    `hour,true=${hour} ${yes(truth)}`,
    `secret=${yes(view.me?.secrets.some((secret) => secret.slot === slot) ?? false)} ${yes(truth)}`,
    `seen=${yes((mine?.with.length ?? 0) > 0)} ${yes(truth)}`,
    `claimed=${Math.min(2, claimed)} ${yes(truth)}`,
    `open=${open} ${yes(truth)}`,
    `scene=${yes(place === view.case.crime?.place)} ${hour}`,
    `alibi=${yes(view.me?.secrets.some((secret) => secret.slot === slot && secret.alibi === place) ?? false)}`,
    `after=${look.guilty ? heatAfter(view, seat, slot, { place, with: company }) : '?'}`,
  ]
}

function shareFacts(look: Look, seat: Seat, move: Move): string[] {
  const clue = look.view.me?.clues.find(({ id }) => move.endsWith(` ${id}`))
  if (!clue) return []
  return clue.says.flatMap((one) => {
    const who = 'who' in one ? one.who : null
    return [
      `says=${one.kind}`,
      `self=${yes(who === seat || (one.kind === 'trait' && look.view.case.cast[seat]!.traits[one.trait] === one.value))}`,
      `who=${who === null ? '?' : times(look, who)}`,
    ]
  })
}

const namings = new WeakMap<CaseView, Omit<Parameters<typeof readAct>[0], 'clues'>>()

function namesOf(story: CaseView, move: Move): Parameters<typeof readAct>[0] {
  let names = namings.get(story)
  if (!names) {
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
    namings.set(story, (names = { cast: ids(story.cast), places: ids(story.places), slots: ids(story.slots) }))
  }
  return { ...names, clues: [move.slice(move.lastIndexOf(' ') + 1)] }
}
