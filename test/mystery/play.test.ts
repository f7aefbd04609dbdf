/** The rules of play, move by move, in a house small enough to know by heart. */
import { describe, expect, test } from '@jest/globals'
import { ADA, BEN, CAST, CLEO, DORA, smallHouse, table } from './small-house.ts'

describe('questions', () => {
  test('an innocent answers with where it was, or not at all', () => {
    const { moves } = table(smallHouse()).play('where ben nine')
    expect(moves()).toEqual(['in hall', 'deflect'])
  })

  test('one who may lie about the slot may name any place', () => {
    const { moves } = table(smallHouse()).play('where cleo nine')
    expect(moves()).toEqual(['in hall', 'in attic', 'in cellar', 'in shed', 'deflect'])
  })

  test('but about another slot it tells the truth', () => {
    expect(table(smallHouse()).play('where cleo eight').moves()).toEqual(['in hall', 'deflect'])
  })

  test('an answer is recorded under the name of the one who gave it', () => {
    const { state } = table(smallHouse()).play('where ben nine', 'in hall')
    expect(state.record.lines.slice(-2).map(({ seat, move }) => [seat, move])).toEqual([
      [ADA, 'where ben nine'],
      [BEN, 'in hall'],
    ])
    expect(state.record.slots[1]!.claims[BEN]).toEqual({ place: 0, with: null })
  })

  test('a claim stands: nobody asks again, only for the company', () => {
    const { moves } = table(smallHouse()).play('where cleo nine', 'in attic')
    expect(moves()).not.toContain('where cleo nine')
    expect(moves()).toContain('saw cleo nine')
  })

  test('company is named as it was by those who tell the truth', () => {
    const asked = table(smallHouse()).play('pass', 'where ada nine', 'in hall', 'saw ada nine')
    expect(asked.moves()).toEqual(['with ben', 'deflect'])
  })

  test('a liar may name those who have claimed its place', () => {
    const asked = table(smallHouse()).play('where dora nine', 'in hall', 'where ada nine', 'in hall', 'saw dora nine')
    expect(asked.moves()).toEqual(['alone', 'with ada', 'deflect'])
  })

  test('nobody asks, accuses or votes for itself', () => {
    const game = table(smallHouse())
    for (const move of game.moves()) expect(move.split(' ').slice(0, 2)).not.toEqual([expect.anything(), 'ada'])
    game.passRound().passRound().passRound().passRound()
    expect(game.state.record.phase).toBe('vote')
    expect(game.moves(ADA)).toEqual(['vote ben', 'vote cleo', 'vote dora', 'abstain'])
  })

  test('deflections are rationed: one a stage, and then the answer', () => {
    const game = table(smallHouse()).play('where ben nine', 'deflect')
    expect(game.play('where cleo eight', 'deflect', 'where ben nine').moves()).toEqual(['in hall'])
  })

  test('a motive is told by those who know it, made up by none but the killer', () => {
    expect(table(smallHouse()).play('about ben dora').moves()).toEqual(['motive'])
    expect(table(smallHouse()).play('about ben cleo').moves()).toEqual(['nothing'])
    expect(table(smallHouse()).play('about dora cleo').moves()).toEqual(['motive', 'nothing'])
    expect(table(smallHouse()).play('about ben dora', 'motive').moves()).not.toContain('about ben dora')
  })
})

describe('rebuttals', () => {
  const claimed = () => table(smallHouse()).play('where dora nine', 'in hall')

  test('one who was there may say that the other was not', () => {
    const game = claimed()
    expect(game.moves()).toContain('contradict dora nine')
    game.play('contradict dora nine')
    const { claims, conflicts } = game.state.record.slots[1]!
    expect(claims[BEN]).toEqual({ place: 0, with: null })
    expect(conflicts).toEqual([[BEN, DORA]])
  })

  test('one who was elsewhere may not, unless it lies about that slot', () => {
    const game = claimed().play('pass')
    expect(game.floor()).toBe(CLEO)
    expect(game.moves()).toContain('contradict dora nine')
    const eight = table(smallHouse()).play('where dora eight', 'in cellar')
    expect(eight.moves()).not.toContain('contradict dora eight')
    expect(eight.play('pass').moves()).not.toContain('contradict dora eight')
  })

  test('the place that a rebuttal speaks of is never the seat to choose', () => {
    const game = claimed().play('contradict dora nine')
    expect(game.state.record.slots[1]!.claims[BEN]!.place).toBe(game.state.record.slots[1]!.claims[DORA]!.place)
  })

  test('what names me truly I may confirm, and what names me falsely I may deny', () => {
    const truly = table(smallHouse()).play('pass', 'where ada nine', 'in hall', 'saw ada nine', 'with ben')
    truly.play('pass', 'pass')
    expect(truly.floor()).toBe(BEN)
    expect(truly.moves()).toContain('confirm ada nine')
    expect(truly.moves()).not.toContain('deny ada nine')
    truly.play('confirm ada nine')
    expect(truly.state.record.slots[1]!.claims[BEN]).toEqual({ place: 0, with: [ADA] })
    expect(truly.state.record.slots[1]!.conflicts).toEqual([])

    const falsely = table(smallHouse()).play('where dora nine', 'in attic', 'where cleo nine', 'in attic')
    falsely.play('saw dora nine', 'with cleo', 'pass', 'pass', 'pass')
    expect(falsely.floor()).toBe(CLEO)
    expect(falsely.moves()).toContain('deny dora nine')
    falsely.play('deny dora nine')
    expect(falsely.state.record.slots[1]!.conflicts).toEqual([[CLEO, DORA]])
    expect(falsely.moves()).not.toContain('deny dora nine')
  })
})

describe('clues', () => {
  test('a search shows its clue to the finder alone, and where it searched to all', () => {
    const game = table(smallHouse()).play('search shed')
    expect(game.view(ADA).me!.clues.map(({ id }) => id)).toEqual(['c1'])
    expect(game.view(BEN).me!.clues).toEqual([])
    expect(game.view('audience').record.searches).toEqual([{ by: ADA, place: 3, stage: 0, round: 1 }])
  })

  test('searches are rationed: one a seat and stage, one a table and round', () => {
    const game = table(smallHouse()).play('search shed')
    expect(game.moves()).not.toContain('search shed')
    game.passRound()
    expect(game.floor()).toBe(ADA)
    expect(game.moves()).not.toContain('search shed')
    expect(game.play('pass').moves()).toContain('search shed')
  })

  test('a private find can not be buried: the next to search the place finds it too', () => {
    const game = table(smallHouse()).play('search shed').passRound().play('pass', 'search shed')
    expect(game.view(BEN).me!.clues.map(({ id }) => id)).toEqual(['c1'])
  })

  test('a place that is used up is not offered', () => {
    const one = smallHouse({ clues: [{ id: 'c1', text: 'x', place: 'hall' }] })
    const game = table(one).play('search hall', 'pass', 'pass', 'pass', 'share c1')
    expect(game.view(BEN).record.board.map(({ id, by }) => [id, by])).toEqual([['c1', ADA]])
    expect(game.moves().filter((move) => move.startsWith('search'))).toEqual([])
  })

  test('asked what it found, a seat shows one of its finds or deflects', () => {
    const game = table(smallHouse()).play('search shed')
    expect(game.moves()).toContain('found ada')
    game.play('found ada')
    expect(game.moves()).toEqual(['show c1', 'deflect'])
    game.play('show c1')
    expect(game.state.record.board.map(({ id }) => id)).toEqual(['c1'])
    expect(game.moves()).not.toContain('found ada')
  })

  test('what others have laid on the table, a finder no longer owes', () => {
    const game = table(smallHouse()).play('search shed').passRound().play('pass', 'search shed').passRound()
    game.play('share c1', 'pass')
    expect(game.floor()).toBe(CLEO)
    game.play('found ben')
    expect(game.moves()).toEqual(['nothing', 'deflect'])
  })

  test.each([
    ['found', 1],
    ['round', 1],
    ['stage', 4],
    ['vote', 4],
  ] as const)('finds are published: %s', (publish, rounds) => {
    const game = table(smallHouse({ rules: { publish } })).play('search shed')
    expect(game.state.record.board.length).toBe(publish === 'found' ? 1 : 0)
    for (let round = 0; round < rounds; round++) game.passRound()
    expect(game.state.record.board.map(({ id }) => id)).toEqual(['c1'])
  })

  test('clues of a later stage wait for it, held ones are handed out, revealed ones are laid down', () => {
    const game = table(
      smallHouse({
        clues: [
          { id: 'late', text: 'late', place: 'hall', stage: 1 },
          { id: 'held', text: 'held', holder: 'ben', stage: 1 },
          { id: 'told', text: 'told' },
        ],
        stages: [
          { title: 'one', narration: '', rounds: 1 },
          { title: 'two', narration: '', rounds: 1, reveals: ['told'], window: ['nine'] },
        ],
      }),
    )
    expect(game.moves().filter((move) => move.startsWith('search'))).toEqual([])
    expect(game.view(BEN).me!.clues).toEqual([])
    game.passRound()
    expect(game.moves()).toContain('search hall')
    expect(game.view(BEN).me!.clues.map(({ id }) => id)).toEqual(['held'])
    expect(game.view(ADA).record.board.map(({ id }) => id)).toEqual(['told'])
  })
})

describe('speech', () => {
  test('words are kept with the line they belong to', () => {
    const game = table(smallHouse()).say('where ben nine', 'Ben, out with it.')
    expect(game.state.record.lines.at(-1)).toMatchObject({ seat: ADA, text: 'Ben, out with it.' })
  })

  test('a whisper is seen by all and heard by one', () => {
    const game = table(smallHouse({ rules: { whispers: true } })).say('whisper ben', 'Trust me.')
    expect(game.state.record.lines.at(-1)).toEqual({ seat: ADA, move: 'whisper ben', stage: 0, round: 1 })
    expect(game.view(BEN).me!.whispers).toEqual([{ by: ADA, to: BEN, after: 4, text: 'Trust me.' }])
    expect(game.view(CLEO).me!.whispers).toEqual([])
    expect(JSON.stringify(game.view('audience'))).not.toContain('Trust me')
  })

  test('a whispered clue is the other’s too', () => {
    const game = table(smallHouse({ rules: { whispers: true } }))
      .play('search shed')
      .passRound()
      .play('whisper ben c1')
    expect(game.view(BEN).me!.clues.map(({ id }) => id)).toEqual(['c1'])
    expect(game.view(DORA).me!.clues).toEqual([])
    expect(game.view('audience').record.lines.at(-1)!.move).toBe('whisper ben')
    expect(game.moves()).toContain('share c1')
  })

  test('without slots a mystery is talked through freely', () => {
    const characters = CAST.map(({ claims: _, secrets: __, knows: ___, ...one }) => one)
    const {
      slots: _,
      facts: __,
      crime: ___,
      ...bare
    } = smallHouse({ characters, clues: [{ id: 'c1', text: 'A glove.', place: 'shed' }] })
    const game = table(bare)
    expect(game.moves()).toEqual(expect.arrayContaining(['ask ben', 'say', 'search shed', 'accuse dora', 'pass']))
    expect(game.moves().some((move) => move.startsWith('where'))).toBe(false)
    expect(game.play('ask ben').moves()).toEqual(['say', 'deflect'])
  })
})

describe('the vote', () => {
  const atVote = (vote = {}) => table(smallHouse({ vote })).passRound().passRound().passRound().passRound()

  test('is sealed until the last ballot, and then open', () => {
    const game = atVote().play('vote dora')
    expect(game.view(BEN).record.ballots).toEqual([])
    expect(game.view(ADA).me!.ballot).toBe(DORA)
    expect(game.game.witness!(game.state, { seat: BEN, move: 'vote dora' }, CLEO)).toBeNull()
    game.play('vote dora', 'vote ada', 'vote ada')
    expect(game.view('audience').record.ballots).toEqual([[DORA, DORA, ADA, ADA]])
  })

  test('the most votes convict; the killer loses and every other side wins', () => {
    const game = atVote().play('vote dora', 'vote dora', 'vote dora', 'vote ada')
    expect(game.state.record.verdict).toEqual({ convicted: DORA, caught: true })
    expect(game.game.next(game.state)).toEqual({ kind: 'over', scores: [1, 1, 1, -1] })
    expect(game.view(ADA).truth).toMatchObject({ culprits: [DORA], story: 'It was Dora.' })
  })

  test('convicting an innocent frees the killer', () => {
    const game = atVote().play('vote ben', 'vote ada', 'vote ben', 'vote ben')
    expect(game.state.record.verdict).toEqual({ convicted: BEN, caught: false })
    expect(game.game.outcome!(game.state, [])).toEqual([-1, -1, -1, 1])
  })

  test('a tie goes to one run-off among the tied, a second tie convicts nobody', () => {
    const game = atVote().play('vote dora', 'vote dora', 'vote ada', 'vote ada')
    expect(game.state.record.phase).toBe('run-off')
    expect(game.moves(ADA)).toEqual(['vote dora', 'abstain'])
    expect(game.moves(BEN)).toEqual(['vote ada', 'vote dora', 'abstain'])
    game.play('vote dora', 'vote dora', 'vote ada', 'vote ada')
    expect(game.state.record.verdict).toEqual({ convicted: null, caught: false })
  })

  test('without a run-off a tie convicts nobody, and without abstaining every ballot names somebody', () => {
    const game = atVote({ tie: 'free', abstain: false })
    expect(game.moves(ADA)).toEqual(['vote ben', 'vote cleo', 'vote dora'])
    game.play('vote dora', 'vote dora', 'vote ada', 'vote ada')
    expect(game.state.record.verdict).toEqual({ convicted: null, caught: false })
  })

  test('empty ballots alone convict nobody', () => {
    const game = atVote().play('abstain', 'abstain', 'abstain', 'abstain')
    expect(game.state.record.verdict).toEqual({ convicted: null, caught: false })
  })

  test('goals that were reached are added to the score', () => {
    const characters = CAST.map((one) =>
      one.id === 'ben'
        ? {
            ...one,
            goals: [
              { id: 'g1', text: '', score: 0.5, when: { kind: 'unsuspected' as const } },
              { id: 'g2', text: '', score: 0.25, when: { kind: 'convicted' as const, who: 'ada' } },
              { id: 'g3', text: '', score: 0.25, when: { kind: 'finds' as const, clue: 'c1' } },
              { id: 'g4', text: '', score: 1 },
            ],
          }
        : one,
    )
    const game = table(smallHouse({ characters }))
      .play('pass', 'search shed')
      .passRound()
      .passRound()
      .passRound()
      .passRound()
    game.play('vote dora', 'vote dora', 'vote dora', 'vote ada')
    expect(game.game.next(game.state)).toEqual({ kind: 'over', scores: [1, 1.75, 1, -1] })
    expect(game.game.range).toEqual([-1, 3])
    expect(game.view('audience').truth!.goals.map(({ id, reached }) => [id, reached])).toEqual([
      ['g1', true],
      ['g2', false],
      ['g3', true],
      ['g4', false],
    ])
  })
})

test('surveys open after introductions, moves and answers, to all who listened, and once more before the vote', () => {
  const game = table(smallHouse())
  expect(game.game.survey!(game.state)!.round).toBe(1)
  game.play('where ben nine')
  const asked = game.game.survey!(game.state)!
  expect(asked.listeners.map(({ seat }) => seat)).toEqual([BEN, CLEO, DORA])
  expect(asked.listeners[0]!.about).toEqual([ADA, CLEO, DORA])
  game.play('in hall').passRound().passRound().passRound().passRound()
  expect(game.game.survey!(game.state)).toMatchObject({ round: 5 })
  expect(game.game.survey!(game.state)!.listeners.length).toBe(4)
})
