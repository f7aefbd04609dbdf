/** Recipes: every setting of a training run, with shipped defaults by game, so that naming a scenario is enough. */

import { brief, ParleyError, unknownName } from '../core/errors.ts'
import { CREDIT_DEFAULTS, type CreditSettings } from '../rewards/methods.ts'
import type { EncoderSettings } from './encode.ts'

export const SIZES = ['table', 'linear', 'bag', 'tiny', 'small'] as const
export type Size = (typeof SIZES)[number]

/** A value that moves in a straight line from the first step to the last. */
export type Schedule = readonly [from: number, to: number]

export interface Recipe {
  readonly size: Size
  /** Distinct tokens of the encoder, and how many of a view and a move it keeps. */
  readonly encoder: EncoderSettings
  /** Entries of a `table`. */
  readonly table: number
  /** Optimiser steps when --steps is not given. */
  readonly steps: number
  /** Matches played before each round of learning. */
  readonly matches: number
  /** Passes over what was played. */
  readonly epochs: number
  /** Turns a minibatch; 0: all at once. */
  readonly minibatch: number
  readonly learningRate: Schedule
  /** Steps over which the learning rate rises from 0. */
  readonly warmup: number
  readonly weightDecay: number
  /** Largest global gradient norm. */
  readonly gradientNorm: number
  readonly clip: number
  /** 0: off. */
  readonly dualClip: number
  readonly entropy: Schedule
  /** k3 divergence to the reference, on the moves played. */
  readonly kl: number
  /** KL(policy || reference) over all legal moves. */
  readonly klExact: number
  /** `frozen`: as it was before the first step; `latest`: as it was before this round; `average`: slowly follows. */
  readonly reference: 'frozen' | 'latest' | 'average'
  /** How far an `average` reference moves towards the policy after each round. */
  readonly rate: number
  /** Weight of the value head's error. */
  readonly value: number
  readonly beta: number
  readonly lambdaDesirable: number
  readonly lambdaUndesirable: number
  /** Lessons weigh the same each (`equal`), as the paper of MARS says (`nested`), or so that roles do (`role`, `role-and-sign`). */
  readonly weights: 'equal' | 'nested' | 'role' | 'role-and-sign'
  /** Largest role weight. */
  readonly weightCap: number
  readonly credit: Omit<CreditSettings, 'signal'>
  /** In a small game, keep the exact average policy of the second half of the run, and measure both by NashConv. */
  readonly average: boolean
}

const BASE: Recipe = {
  size: 'bag',
  encoder: { vocabulary: 4096, facts: 256, words: 16 },
  table: 2 ** 18,
  steps: 1000,
  matches: 512,
  epochs: 4,
  minibatch: 0,
  learningRate: [1e-3, 2e-4],
  warmup: 0,
  weightDecay: 0,
  gradientNorm: 1,
  clip: 0.2,
  dualClip: 0,
  entropy: [0.01, 0.002],
  kl: 0,
  klExact: 0.2,
  reference: 'average',
  rate: 0.05,
  value: 0,
  beta: 1,
  lambdaDesirable: 1,
  lambdaUndesirable: 1,
  weights: 'equal',
  weightCap: 10,
  credit: CREDIT_DEFAULTS,
  average: false,
}

/** For games whose views are made of few facts. */
const FEW: EncoderSettings = { vocabulary: 512, facts: 64, words: 8 }

/** What differs by kind of game; a scenario's own id comes before its kind. */
const BY_GAME: Readonly<Record<string, Partial<Recipe>>> = {
  'kuhn-poker': { encoder: FEW, steps: 4800, klExact: 1, rate: 0.02, entropy: [0, 0], average: true },
  'leduc-poker': {
    size: 'table',
    encoder: { ...FEW, vocabulary: 2048 },
    steps: 3200,
    matches: 1024,
    epochs: 4,
    learningRate: [0.03, 0.003],
    klExact: 1,
    rate: 0.006,
    entropy: [0.05, 0.002],
    average: true,
  },
  'tic-tac-toe': {
    size: 'table',
    encoder: { ...FEW, vocabulary: 2048 },
    table: 2 ** 21,
    steps: 800,
    matches: 1024,
    learningRate: [0.05, 0.01],
    entropy: [0.05, 0.005],
  },
  'connect-four': { steps: 2400, matches: 512, minibatch: 512, epochs: 2, entropy: [0.05, 0.005] },
  hanabi: {
    encoder: { vocabulary: 2048, facts: 128, words: 8 },
    steps: 3500,
    matches: 512,
    epochs: 2,
    minibatch: 256,
    learningRate: [1e-3, 1e-4],
    entropy: [0.1, 0.002],
    klExact: 0,
  },
  'murder-mystery': {
    size: 'linear',
    encoder: { vocabulary: 65_536, facts: 256, words: 16 },
    steps: 600,
    matches: 64,
    epochs: 2,
    minibatch: 512,
    learningRate: [0.03, 0.01],
    entropy: [0.01, 0.002],
    klExact: 0,
    reference: 'latest',
    weights: 'role',
  },
}

/** What differs by method, whatever the game. */
const BY_METHOD: Readonly<Record<string, Partial<Recipe>>> = {
  makto: { lambdaDesirable: 0.7, lambdaUndesirable: 1, weights: 'equal', reference: 'frozen' },
  sft: { weights: 'equal', klExact: 0, entropy: [0, 0] },
}

/** The paper's settings of MARS: frozen reference, k3 at 0.2, no entropy bonus, weights by role, trajectory, turn. */
export const AS_PUBLISHED: Partial<Recipe> = {
  reference: 'frozen',
  kl: 0.2,
  klExact: 0,
  entropy: [0, 0],
  weights: 'nested',
}

export interface RecipeFor {
  readonly scenario: string
  readonly kind: string
  readonly method: string
  readonly published?: boolean
}

/** Throws `unknown-recipe-setting` for a word that is none, and says what it has to look like for a wrong sort of value. */
export function recipeFor({ scenario, kind, method, published }: RecipeFor, overrides: Partial<Recipe> = {}): Recipe {
  for (const [name, value] of Object.entries(overrides)) checkSetting(name, value)
  const usual = { ...BASE, ...(BY_GAME[scenario] ?? BY_GAME[kind]) }
  return {
    ...usual,
    ...BY_METHOD[method],
    ...(published && AS_PUBLISHED),
    ...rateFor(usual.size, overrides.size ?? usual.size),
    ...overrides,
  }
}

/** A weight of its own for every entry wants longer strides than a network's shared ones. */
function rateFor(usual: Size, chosen: Size): Partial<Recipe> {
  const isFlat = (size: Size) => size === 'table' || size === 'linear'
  if (isFlat(usual) === isFlat(chosen)) return {}
  return { learningRate: isFlat(chosen) ? [0.03, 0.003] : [1e-3, 1e-4] }
}

function checkSetting(name: string, value: unknown): void {
  const like = (BASE as unknown as Record<string, unknown>)[name]
  if (like === undefined) throw unknownName('recipe setting', name, Object.keys(BASE))
  const fits = typeof value === typeof like && Array.isArray(value) === Array.isArray(like)
  if (!fits)
    throw new ParleyError(
      'bad-recipe',
      `recipe setting ${name} looks like ${JSON.stringify(like)}, not ${brief(value)}`,
    )
}

/** Where a schedule stands when `share` in [0, 1] of the run is done. */
export const at = ([from, to]: Schedule, share: number): number => from + (to - from) * Math.min(1, Math.max(0, share))
