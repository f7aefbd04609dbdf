/** Nobody sees what it may not know: planted words in every private part of a document, and hidden states that differ. */
import { describe, expect, test } from '@jest/globals'
import { Match } from '../../arena/core/match.ts'
import { pick, stream } from '../../arena/core/rng.ts'
import type { MysteryDocument, Persona } from '../../arena/games/murder-mystery/document.ts'
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'
import type { State } from '../../arena/games/murder-mystery/state.ts'
import { generate } from '../../arena/scenario/generate.ts'

/** The document with a word of its own in everything that only some may read. */
function planted(document: MysteryDocument): MysteryDocument {
  return {
    ...document,
    characters: document.characters.map((one) => ({
      ...one,
      persona: Object.fromEntries(
        Object.entries(one.persona).map(([part, text]) => [part, `${text} CANARY-${one.id}-${part}`]),
      ) as unknown as Persona,
      secrets: (one.secrets ?? []).map((secret) => ({ ...secret, text: `CANARY-${one.id}-secret` })),
      goals: [{ id: 'g', text: `CANARY-${one.id}-goal`, score: 0.1 }],
    })),
    clues: document.clues.map((clue) => ({ ...clue, text: `CLUE-${clue.id}-` })),
    truth: { ...document.truth, story: 'TRUTH' },
  }
}

/** Plays at random and shows every state on the way. */
function* states(document: MysteryDocument, seed: number) {
  const game = mysteryGame(document.id, document)
  const random = stream(seed, 'walk')
  let state: State = game.start()
  for (;;) {
    yield { game, state }
    const next = game.next(state)
    if (next.kind === 'over') return
    const options = next.kind === 'deal' ? next.odds.map(({ move }) => move) : next.choices[0]!.moves
    const seat = next.kind === 'deal' ? null : next.choices[0]!.seat
    state = game.play(state, { seat, move: pick(options, random()) })
  }
}

describe.each(['simple', 'complex'] as const)('in %s mysteries', (difficulty) => {
  test('no view, token or offer holds another seat’s private words, at any moment before the end', () => {
    for (let seed = 0; seed < 4; seed++) {
      const document = planted({
        ...generate(seed, difficulty),
        rules: { ...generate(seed, difficulty).rules, whispers: true },
      })
      for (const { game, state } of states(document, seed)) {
        if (state.record.phase === 'over') continue
        for (const sight of [...document.characters.keys(), 'audience'] as const) {
          const view = JSON.stringify(game.view(state, sight))
          for (const [seat, { id }] of document.characters.entries()) {
            if (seat !== sight) expect(view).not.toContain(`CANARY-${id}-`)
          }
          expect(view).not.toContain('TRUTH')
          for (const [clue, { id }] of document.clues.entries()) {
            const mask = state.known[clue]!
            const may = (mask >> 30) & 1 || (sight !== 'audience' && (mask >> sight) & 1)
            if (!may) expect(view).not.toContain(`CLUE-${id}-`)
          }
        }
      }
    }
  })

  test('no refusal says what its seat may not know, whatever was whispered, found or tried', () => {
    const plain = generate(7, difficulty)
    const document = planted({ ...plain, rules: { ...plain.rules, whispers: true } })
    const game = mysteryGame(document.id, document)
    const seats = document.characters.map(() => ({ agent: 'any' }))
    const match = Match.open({ game, match: 'm', seed: 7, seats, retries: 99, record: () => {} })
    const random = stream(7, 'refusals')
    let [whispers, refusals] = [0, 0]
    while (!match.done) {
      const { seat, moves, speech, turn } = match.asks()[0]!
      const tries = ['whisper', `share ${document.clues[0]!.id}`, 'vote nobody-here', moves[0]!.slice(0, -1)]
      for (const came of [...tries.map((move) => ({ move })), { move: moves[0], text: 7 }, 'CANARY']) {
        const verdict = match.answer(seat, came)
        if (verdict.ok) throw new Error(`${JSON.stringify(came)} was taken`)
        const { message } = verdict.refusal
        refusals++
        for (const [other, { id }] of document.characters.entries()) {
          if (other !== seat) expect(message).not.toMatch(new RegExp(`CANARY-${id}-|WHISPER-\\d+-by-${other}-`))
        }
        expect(message).not.toMatch(/TRUTH|CLUE-/)
      }
      const aside = moves.filter((move) => move.startsWith('whisper'))
      const move = pick(aside.length > 0 && random() < 0.5 ? aside : moves, random())
      const speaks = speech && (speech.moves === 'all' || speech.moves.includes(move))
      const words = move.startsWith('whisper') && speaks ? `WHISPER-${turn}-by-${seat}-` : undefined
      if (words) whispers++
      expect(match.answer(seat, { move, ...(words && { text: words }) }).ok).toBe(true)
    }
    expect(whispers).toBeGreaterThan(2)
    expect(refusals).toBeGreaterThan(100)
  })

  test('whoever did it, an innocent and the audience see the same', () => {
    const document = generate(5, difficulty)
    const culprit = document.characters.findIndex(({ faction }) => faction === 'killer')
    const other = document.characters.findIndex(({ faction }) => faction !== 'killer')
    const watcher = document.characters.findIndex((_, seat) => seat !== culprit && seat !== other)
    const guilt = ({ role, faction, claims, secrets }: MysteryDocument['characters'][number]) => ({
      role,
      faction,
      claims,
      secrets,
    })
    const swapped: MysteryDocument = {
      ...document,
      characters: document.characters.map((one, seat) => {
        const { claims: _, secrets: __, ...rest } = one
        const from =
          seat === culprit ? document.characters[other]! : seat === other ? document.characters[culprit]! : one
        const { claims, secrets, ...side } = guilt(from)
        return { ...rest, ...side, ...(claims && { claims }), ...(secrets && { secrets }) }
      }),
      truth: { ...document.truth, culprits: [document.characters[other]!.id] },
    }
    const one = mysteryGame('x', document)
    const two = mysteryGame('x', swapped)
    for (const sight of [watcher, 'audience'] as const) {
      expect(two.view(two.start(), sight)).toEqual(one.view(one.start(), sight))
    }
    expect(two.seats.map(({ name }) => name)).toEqual(one.seats.map(({ name }) => name))
  })
})
