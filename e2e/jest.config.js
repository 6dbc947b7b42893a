import base from '../jest.config.base.js';

/** One file at a time: each keeps its hubs busy. The parts of `npm run test:wide` name the folders that are left out here. */
export default {
  ...base,
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
  testPathIgnorePatterns: [...base.testPathIgnorePatterns, '/test/compose/', '/test/restore/', '/abuse/fairness'],
  maxWorkers: 1,
  testTimeout: 180_000,
};
