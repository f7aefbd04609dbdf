/** A model that tries to name the culprit from what everybody knows before the first word. It must do no better than chance. */
import type { MysteryDocument } from '../../arena/games/murder-mystery/document.ts'
import { mysteryGame } from '../../arena/games/murder-mystery/index.ts'

/** One number a feature for each seat, from public facts and from the lay-out of the document's public parts. */
export function publicFeatures(document: MysteryDocument): number[][] {
  const game = mysteryGame(document.id, document)
  const { case: story, record } = game.view(game.start(), 'audience')
  const seats = story.cast.length
  return story.cast.map(({ name, about, traits, pronouns }, seat) => [
    seat / seats,
    seat === 0 ? 1 : 0,
    seat === seats - 1 ? 1 : 0,
    name.length / 8,
    about.length / 40,
    pronouns?.[0] === 'he' ? 1 : 0,
    ...Array.from({ length: 4 }, (_, trait) => traits[trait] ?? 0),
    traits.reduce((sum, value) => sum + value, 0),
    story.places.length === 0 ? 0 : (story.crime!.place / story.places.length) * (seat / seats),
    record.searchable.includes(seat) ? 1 : 0,
    name.charCodeAt(0) / 26 - 3,
  ])
}

/** Fits a softmax over seats by gradient ascent on `train`; returns its accuracy on `test` and that of chance. */
export function leakTest(train: readonly MysteryDocument[], test: readonly MysteryDocument[], steps = 60) {
  const lessons = train.map(lessonOf)
  const weights = lessons[0]!.features[0]!.map(() => 0)
  for (let step = 0; step < steps; step++) {
    const slope = weights.map(() => 0)
    for (const { features, culprit } of lessons) {
      const odds = softmax(features.map((row) => dot(row, weights)))
      for (const [seat, row] of features.entries()) {
        const error = (seat === culprit ? 1 : 0) - odds[seat]!
        for (const [index, value] of row.entries()) slope[index]! += (error * value) / lessons.length
      }
    }
    for (const index of weights.keys()) weights[index]! += 2 * slope[index]!
  }
  const trials = test.map(lessonOf)
  const hits = trials.filter(({ features, culprit }) => {
    const scores = features.map((row) => dot(row, weights))
    return scores.indexOf(Math.max(...scores)) === culprit
  }).length
  const chance = trials.reduce((sum, { features }) => sum + 1 / features.length, 0) / trials.length
  const accuracy = hits / trials.length
  return { accuracy, chance, error: Math.sqrt((chance * (1 - chance)) / trials.length) }
}

const lessonOf = (document: MysteryDocument) => ({
  features: publicFeatures(document),
  culprit: document.characters.findIndex(({ id }) => id === document.truth.culprits[0]),
})

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0)

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores)
  const raw = scores.map((score) => Math.exp(score - most))
  const sum = raw.reduce((total, one) => total + one, 0)
  return raw.map((one) => one / sum)
}
