import { fileURLToPath } from 'node:url';

/**
 * Jest for every package: TypeScript through swc, native ES modules, workspace packages from their sources.
 * A package with a database adds `globalSetup: './test/global-setup.ts'`, one line: `export default templateDatabase(…)`.
 */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  globalTeardown: fileURLToPath(new URL('packages/testing/src/global-teardown.ts', import.meta.url)),
  testTimeout: 30_000,
};
