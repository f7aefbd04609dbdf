/** What a mystery document means: faults that no schema can see. Trusts its shape and its names. */
import type { MysteryDocument, Says } from '../../games/murder-mystery/document.ts'
import { languageFaults } from './language.ts'
import type { Found } from './references.ts'
import { solvabilityOf } from './solvability.ts'

/** Faults that make the game impossible or untrue; a document with one of them is not opened. */
export function meaningFaults(document: MysteryDocument): Found[] {
  return [...sides(document), ...timetable(document), ...deed(document), ...clues(document), ...stages(document)]
}

/** What an author should look at; the document plays all the same. Costs a search of the evidence. */
export function adviceOn(document: MysteryDocument): Found[] {
  return [
    ...claims(document),
    ...places(document),
    ...facts(document),
    ...solution(document),
    ...languageFaults(document),
  ].map((found) => ({ ...found, warning: true }))
}

function sides({ characters, truth }: MysteryDocument): Found[] {
  const found: Found[] = truth.culprits.flatMap((id, index) => {
    const seat = characters.findIndex((one) => one.id === id)
    const { faction } = characters[seat]!
    if (faction === 'killer') return []
    const message = `"${id}" is a culprit, so its faction must be "killer" (characters ${seat} has "${faction}")`
    return [{ pointer: `/truth/culprits/${index}`, message }]
  })
  if (characters.every(({ faction }) => faction === 'killer')) {
    found.push({
      pointer: '/characters',
      message: 'everybody is of the faction "killer"; somebody must want the truth',
    })
  }
  return found
}

type AtFact = Extract<NonNullable<MysteryDocument['facts']>[number], { kind: 'at' }>

/** Once one whereabouts is given, all must be, each once. */
function timetable({ characters, slots = [], facts = [] }: MysteryDocument): Found[] {
  const found: Found[] = []
  const rows = new Map<string, { place: string; index: number }>()
  for (const [index, fact] of facts.entries()) {
    if (fact.kind !== 'at') continue
    const key = `${fact.who} ${fact.slot}`
    const first = rows.get(key)
    if (!first) rows.set(key, { place: fact.place, index })
    else if (first.place !== fact.place) {
      const message = `${fact.who} can't be in "${fact.place}" at "${fact.slot}": facts ${first.index} says "${first.place}"`
      found.push({ pointer: `/facts/${index}/place`, message })
    }
  }
  if (rows.size === 0) return found
  for (const { id } of characters) {
    const missing = slots.filter((slot) => !rows.has(`${id} ${slot.id}`)).map((slot) => slot.id)
    if (missing.length > 0)
      found.push({ pointer: '/facts', message: `no fact says where ${id} was at ${missing.join(', ')}` })
  }
  return found
}

const whereabouts = ({ facts = [] }: MysteryDocument, who: string, slot: string): string | undefined =>
  facts.find((fact): fact is AtFact => fact.kind === 'at' && fact.who === who && fact.slot === slot)?.place

/** The culprit was at the scene at the hour, and had the weapon in hand before. */
function deed(document: MysteryDocument): Found[] {
  const { crime, facts = [], slots = [], truth, stages } = document
  if (!crime || slots.length === 0) return []
  const found: Found[] = []
  const order = (id: string) => slots.findIndex((slot) => slot.id === id)
  const fact = facts.find((one) => one.kind === 'crime')
  const hour = fact?.slot ?? (crime.slots.length === 1 ? crime.slots[0] : undefined)
  if (hour === undefined)
    return [
      { pointer: '/facts', message: 'several slots are possible, so a fact of kind "crime" must say which it was' },
    ]
  if (!crime.slots.includes(hour))
    found.push({ pointer: '/crime/slots', message: `the true hour "${hour}" is not among them` })
  for (const [index, { window }] of stages.entries()) {
    if (window && !window.includes(hour)) {
      found.push({ pointer: `/stages/${index}/window`, message: `the true hour "${hour}" is not among them` })
    }
  }
  for (const id of truth.culprits) {
    const place = whereabouts(document, id, hour)
    if (place !== undefined && place !== crime.place) {
      found.push({
        pointer: '/facts',
        message: `the culprit ${id} was at "${place}" at "${hour}", not at the scene "${crime.place}"`,
      })
    }
  }
  const took = facts.findIndex((one) => one.kind === 'took')
  const taken = facts[took]
  if (taken?.kind === 'took' && order(taken.slot) >= order(hour)) {
    found.push({ pointer: `/facts/${took}/slot`, message: `the weapon must be taken before the deed ("${hour}")` })
  }
  if (
    taken?.kind === 'took' &&
    truth.culprits.every((id) => (whereabouts(document, id, taken.slot) ?? taken.place) !== taken.place)
  ) {
    found.push({ pointer: `/facts/${took}`, message: `no culprit was at "${taken.place}" at "${taken.slot}"` })
  }
  return found
}

function clues(document: MysteryDocument): Found[] {
  const revealed = new Set(document.stages.flatMap(({ reveals = [] }) => reveals))
  return document.clues.flatMap((clue, index) => {
    const found: Found[] = []
    const at = `/clues/${index}`
    if (clue.place !== undefined && clue.holder !== undefined) {
      found.push({ pointer: `${at}/holder`, message: `"${clue.id}" can't lie at a place and be held as well` })
    }
    if (clue.place === undefined && clue.holder === undefined && !revealed.has(clue.id)) {
      found.push({ pointer: at, message: `"${clue.id}" lies in no place, nobody holds it and no stage reveals it` })
    }
    if ((clue.stage ?? 0) >= document.stages.length) {
      found.push({
        pointer: `${at}/stage`,
        message: `stage ${clue.stage} is never reached; stages count from 0 to ${document.stages.length - 1}`,
      })
    }
    for (const [number, says] of (clue.says ?? []).entries()) {
      const wrong = untrue(document, says)
      if (wrong) found.push({ pointer: `${at}/says/${number}`, message: `clues are true, but ${wrong}` })
    }
    return found
  })
}

/** Why a clue's word is not so, by the document's own facts. */
function untrue(document: MysteryDocument, says: Says): string | undefined {
  const { facts = [], truth, traits = [], slots = [], characters } = document
  switch (says.kind) {
    case 'trait': {
      const values = truth.culprits.flatMap((id) =>
        facts.filter((one) => one.kind === 'trait' && one.who === id && one.trait === says.trait),
      )
      if (says.value >= (traits.find((one) => one.id === says.trait)?.values.length ?? 0))
        return `"${says.trait}" has no value ${says.value}`
      return values.length > 0 && values.every((one) => one.kind === 'trait' && one.value !== says.value)
        ? `no culprit has value ${says.value} of "${says.trait}"`
        : undefined
    }
    case 'took': {
      const took = facts.find((one) => one.kind === 'took')
      return took?.kind === 'took' && (took.place !== says.place || took.slot !== says.slot)
        ? `the weapon was taken at "${took.place}" at "${took.slot}"`
        : undefined
    }
    case 'empty': {
      const somebody = characters.find(({ id }) => whereabouts(document, id, says.slot) === says.place)
      return somebody && `${somebody.id} was at "${says.place}" at "${says.slot}"`
    }
    case 'item': {
      const rows = slots.flatMap(({ id }) => whereabouts(document, says.who, id) ?? [])
      return rows.length === slots.length && slots.length > 0 && !rows.includes(says.place)
        ? `${says.who} was never at "${says.place}"`
        : undefined
    }
    case 'at': {
      const place = whereabouts(document, says.who, says.slot)
      return place !== undefined && place !== says.place ? `${says.who} was at "${place}" at "${says.slot}"` : undefined
    }
    case 'motive':
      return facts.some((one) => one.kind === 'motive' && one.who === says.who)
        ? undefined
        : `no fact gives ${says.who} a motive`
    case 'suggests':
      return undefined
    default:
      return says satisfies never
  }
}

function stages({ characters, stages }: MysteryDocument): Found[] {
  return characters.flatMap(({ personaByStage = {} }, seat) =>
    Object.keys(personaByStage).flatMap((stage) =>
      Number(stage) < stages.length
        ? []
        : [
            {
              pointer: `/characters/${seat}/personaByStage/${stage}`,
              message: `stage ${stage} is never reached; stages count from 0 to ${stages.length - 1}`,
            },
          ],
    ),
  )
}

/** A right to lie that is none, or that nothing explains. */
function claims(document: MysteryDocument): Found[] {
  return document.characters.flatMap(({ id, faction, claims = [], secrets = [] }, seat) =>
    claims.flatMap(({ slot, places }, index) => {
      const pointer = `/characters/${seat}/claims/${index}`
      const truly = slot === '*' ? undefined : whereabouts(document, id, slot)
      if (places !== '*' && truly !== undefined && places.includes(truly)) {
        return [
          {
            pointer: `${pointer}/places`,
            message: `"${truly}" is where ${id} truly was at "${slot}": naming it is no lie`,
          },
        ]
      }
      if (faction !== 'killer' && secrets.length === 0) {
        return [{ pointer, message: `${id} may lie but has no secret: nothing says why` }]
      }
      return []
    }),
  )
}

/** A place that holds nothing and where nobody ever was. */
function places(document: MysteryDocument): Found[] {
  const { clues, facts = [], crime } = document
  return document.places.flatMap(({ id }, index) => {
    const used =
      clues.some(({ place }) => place === id) ||
      facts.some((fact) => 'place' in fact && fact.place === id) ||
      crime?.place === id ||
      crime?.weaponFrom === id
    return used ? [] : [{ pointer: `/places/${index}`, message: `"${id}" holds no clue and nobody was ever there` }]
  })
}

function facts(document: MysteryDocument): Found[] {
  return solvabilityOf(document).unknowable.map((id) => {
    const index = (document.facts ?? []).findIndex((fact) => fact.id === id)
    return { pointer: `/facts/${index}`, message: `nothing bears on "${id}": no clue, and nobody knows it` }
  })
}

function solution(document: MysteryDocument): Found[] {
  const found = solvabilityOf(document)
  const clue = (id: string) => `/clues/${document.clues.findIndex((one) => one.id === id)}`
  const advice: Found[] = [
    ...found.unreachable.map((id) => ({
      pointer: clue(id),
      message: `"${id}" can't be found within the rounds: there are too few searches`,
    })),
    ...found.deciding.map((id) => ({ pointer: clue(id), message: `"${id}" alone tells who did it` })),
    ...found.dead.map((id) => ({ pointer: clue(id), message: `"${id}" narrows nothing down` })),
  ]
  if (!found.solvable) {
    const left = found.left.both.length === 0 ? 'nobody' : found.left.both.join(', ')
    advice.push({
      pointer: '/truth/culprits',
      message: `all evidence together leaves ${left}; the culprits are ${document.truth.culprits.join(', ')}`,
    })
  }
  return advice
}
