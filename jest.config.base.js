import { fileURLToPath } from 'node:url';

const typescript = (jsc) => ['@swc/jest', { jsc: { target: 'es2023', ...jsc }, module: { type: 'es6' } }];

/**
 * Jest for every package: TypeScript through swc, native ES modules, workspace packages from their sources.
 * A package with a database adds `globalSetup: './test/global-setup.ts'`, one line: `export default templateDatabase(…)`.
 */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.ts$': typescript({ parser: { syntax: 'typescript' } }),
    '^.+\\.tsx$': typescript({
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    }),
  },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  globalTeardown: fileURLToPath(new URL('packages/testing/src/global-teardown.ts', import.meta.url)),
  testTimeout: 30_000,
};
