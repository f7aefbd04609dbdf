/** One configuration for every kind of test; a test file is `test/<where>/<what>.test.ts`. */
const root = import.meta.dirname

export default {
  rootDir: root,
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testEnvironment: `${root}/test/support/environment.cjs`,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript', tsx: false }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  maxWorkers: 2,
  testTimeout: 30_000,
  coverageProvider: 'v8',
}
