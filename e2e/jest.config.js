import base from '../jest.config.base.js';

/** `npm test` of the root runs the files that start hubs of their own (E2E_HUBS=own) beside those that share hubs (E2E_HUBS=shared). */
const { E2E_HUBS } = process.env;
const ownHubs = '/test/own-hubs';
const leftOut = [...(E2E_HUBS === 'shared' ? [ownHubs] : []), '/test/compose/', '/test/restore/', '/abuse/fairness'];

/** One file at a time: each keeps its hubs busy. The parts of `npm run test:wide` name the folders that are left out here. */
export default {
  ...base,
  ...(E2E_HUBS === 'own' && { roots: [`<rootDir>${ownHubs}`] }),
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...leftOut],
  maxWorkers: 1,
  testTimeout: 180_000,
};
