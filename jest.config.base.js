import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const typescript = (jsc) => ['@swc/jest', { jsc: { target: 'es2023', ...jsc }, module: { type: 'es6' } }];

const longestRunMinutes = 90;

/** Ends a run that hangs, for instance in a server that does not stop: CI would wait for it without a word. */
setTimeout(() => {
  console.error(`The tests of ${process.cwd()} did not end within ${longestRunMinutes} minutes`);
  process.exit(1);
}, longestRunMinutes * 60_000).unref();

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
  // For a hang. Tests share two cores with other suites, and some machines are slow.
  testTimeout: 180_000,
  // Tests wait half of their time, for timers and for PostgreSQL: Jest's own number is one less than the cores.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // Where Jest runs tests in its own process, a server that a failed test left open would keep it from ending.
  forceExit: true,
};
