/** What a mystery's templates see: a view in names instead of numbers, and nothing that the view doesn't hold. */
import type { Choice, Seat } from '../../core/game.ts'
import type { CaseView, ClueView, MysteryView, Own } from '../../games/murder-mystery/view.ts'
import { type PhraseBook, quoted } from '../phrases.ts'
import { lineOf, type Telling } from './line.ts'
import { after, NOTHING_TOLD, type Told, wordsOfMove } from './told.ts'

export interface PromptRequest {
  readonly view: MysteryView
  readonly seat: Seat
  /** Null: a survey. */
  readonly choice: Choice | null
  readonly phrases: PhraseBook
  /** In the document's order; a whisper names its clue by number. */
  readonly clueIds: readonly string[]
  readonly memo: Memo
}

/** The fields of `rules.hbs` and `turn.hbs`. Every field is always there; lists may be empty, texts ''. */
export function promptContext({ view, seat, choice, phrases, clueIds, memo }: PromptRequest): Record<string, unknown> {
  const { case: story, record, me } = view
  const telling = tellingOf(view, phrases)
  const worded = wordedLines(view, telling, memo)
  const { told } = worded
  const dialogue = dialogueOf(view, worded, telling, clueIds)
  const names = (seats: readonly Seat[]) => seats.map((one) => story.cast[one]!.name)
  const own = me === null ? null : ownFields(story, me)
  return {
    title: story.title,
    summary: story.summary,
    name: story.cast[seat]!.name,
    seat,
    survey: choice === null,
    others: story.cast.filter((_, other) => other !== seat).map((one) => one.name),
    cast: castFields(story, seat),
    crime: crimeFields(story),
    facts: story.facts.filter((fact) => !tellsTrait(story, fact)),
    places: story.places,
    stage: {
      number: record.stage + 1,
      of: story.stages.length,
      title: story.stages[record.stage]!.title,
      narration: story.narration,
      round: record.round,
      rounds: story.stages[record.stage]!.rounds,
    },
    phase: record.phase,
    me: own,
    board: record.board.map((clue) => clueFields(story, clue)),
    searchable: record.searchable.map((place) => story.places[place]!.name),
    dialogue,
    people: peopleFields(story, told, seat),
    accusations: record.accusations.map(({ by, of }) => ({ by: story.cast[by]!.name, of: story.cast[of]!.name })),
    question: questionFields(view, dialogue),
    tied: names(record.tied),
    groups: groupsOf(choice?.moves ?? [], phrases),
    max: choice?.speech?.max ?? 0,
    rules: story.rules,
  }
}

/** Telling without a match at hand: the case's id is the salt. */
export function tellingOf({ case: story, record, me }: MysteryView, phrases: PhraseBook): Telling {
  const known = [...record.board, ...(me?.clues ?? [])]
  return {
    case: story,
    phrases,
    salt: story.id,
    clueText: (id) => known.find((clue) => clue.id === id)?.text ?? '',
  }
}

/** The public lines of a moment, worded, and what they tell. The same for every sight, so they are worded once. */
export interface Worded {
  readonly lines: readonly { readonly name: string; readonly line: string }[]
  readonly told: Told
}

/** By the record's own list of lines, which views share and nobody changes. */
export type Memo = WeakMap<object, Worded>

/** A stranger's own words stand in quotes, behind what its move does. */
export function wordedLines({ case: story, record }: MysteryView, telling: Telling, memo: Memo): Worded {
  const known = memo.get(record.lines)
  if (known) return known
  let told: Told = NOTHING_TOLD
  const lines = record.lines.map((spoken) => {
    const line = lineOf(telling, told, spoken)
    told = after(told, spoken.seat, wordsOfMove(story, spoken.move))
    return { name: story.cast[spoken.seat]!.name, line }
  })
  const worded = { lines, told }
  memo.set(record.lines, worded)
  return worded
}

/** The public lines with the whispers that this seat heard in between. */
function dialogueOf({ case: story, me }: MysteryView, { lines }: Worded, telling: Telling, clueIds: readonly string[]) {
  const whispers = me?.whispers ?? []
  if (whispers.length === 0) return lines
  const heard = whispers.flatMap(({ by, to, after: index, text, clue }) => {
    const said = [text && quoted(text), telling.clueText(clueIds[clue ?? -1] ?? '')].filter(Boolean).join(' ')
    return said === '' ? [] : [{ index, name: `${story.cast[by]!.name} > ${story.cast[to]!.name}`, line: said }]
  })
  return lines.flatMap((line, index) => [line, ...heard.filter((one) => one.index === index)])
}

function castFields(story: CaseView, seat: Seat) {
  return story.cast.map(({ name, about, traits }, other) => ({
    name,
    about,
    you: other === seat,
    traits: traits.flatMap((value, trait) => story.traits[trait]!.values[value] ?? []),
  }))
}

function crimeFields({ crime, places, slots }: CaseView) {
  if (!crime) return null
  return {
    victim: crime.victim,
    text: crime.text,
    at: places[crime.place]!.at,
    place: places[crime.place]!.name,
    when: crime.window.map((slot) => slots[slot]!.at),
    weapon: crime.weapon,
    from: places[crime.from]?.name ?? '',
  }
}

function clueFields({ places, cast }: CaseView, { id, text, title, place, by }: ClueView) {
  return { id, text, title, place: places[place ?? -1]?.name ?? '', by: cast[by ?? -1]?.name ?? '' }
}

function ownFields(story: CaseView, me: Own) {
  const { cast, places, slots } = story
  const names = (seats: readonly Seat[]) => seats.map((seat) => cast[seat]!.name)
  return {
    role: me.role,
    faction: me.faction,
    persona: me.persona,
    knows: me.knows.map((fact) => fact.text),
    goals: me.goals,
    secrets: me.secrets.map(({ slot, text }) => ({ when: slots[slot ?? -1]?.at ?? '', text })),
    partners: names(me.partners),
    culprits: names(me.culprits),
    guilty: me.culprits.includes(me.seat),
    deed: me.deed && { when: slots[me.deed.slot]!.at, took: slots[me.deed.took ?? -1]?.at ?? '' },
    timetable: me.timetable.flatMap((row, slot) =>
      row ? [{ when: slots[slot]!.at, at: places[row.place]!.at, company: names(row.with) }] : [],
    ),
    mayClaim: me.mayClaim.flatMap((row, slot) =>
      row.length > 0 && slots[slot]
        ? [
            {
              when: slots[slot].at,
              time: slots[slot].name,
              all: row.length === places.length,
              places: row.map((place) => places[place]!.name),
            },
          ]
        : [],
    ),
    motives: names(me.motives),
    clues: me.clues.map((clue) => clueFields(story, clue)),
  }
}

/** A line a character that folds what has been said: the reader's notes. */
function peopleFields({ cast, places, slots }: CaseView, told: Told, seat: Seat) {
  return cast.flatMap(({ name }, other) => {
    if (other === seat) return []
    const words = slots.flatMap(({ at: when }, slot) => {
      const said = told.said.get(slot)?.get(other)
      const doubted = told.doubted.has(`${slot}:${other}`)
      const silent = told.deflected.has(`${slot}:${other}`)
      if (!said) return silent ? [{ when, at: '', company: [], asked: false, doubted, silent }] : []
      const company = (said.company ?? []).map((one) => cast[one]!.name)
      return [{ when, at: places[said.place]?.at ?? '', company, asked: said.company !== null, doubted, silent }]
    })
    const motive = told.motives.has(other)
    return words.length > 0 || motive ? [{ name, words, motive }] : []
  })
}

function questionFields({ case: story, record }: MysteryView, dialogue: readonly { name: string; line: string }[]) {
  if (!record.question) return null
  const by = story.cast[record.question.by]!.name
  return { by, line: dialogue.findLast((one) => one.name === by)?.line ?? '' }
}

/** Whether a public fact only repeats what the list of people says already. */
const tellsTrait = ({ cast, traits }: CaseView, fact: string) =>
  cast.some(
    (one) =>
      fact.includes(one.name) &&
      one.traits.some((value, trait) => value >= 0 && fact.includes(traits[trait]!.values[value]!)),
  )

/** The offered moves by verb, each verb with what it does (the phrase book's `gloss/<verb>`). */
function groupsOf(moves: readonly string[], phrases: PhraseBook) {
  const groups = new Map<string, string[]>()
  for (const move of moves) {
    const verb = move.split(' ')[0]!
    groups.set(verb, [...(groups.get(verb) ?? []), move])
  }
  return [...groups].map(([verb, own]) => ({
    gloss: phrases.get(`gloss/${verb}`)?.[0]?.({ verb }) ?? verb,
    moves: own,
  }))
}
