import base from '../jest.config.base.js';

/** One file at a time: each keeps its hubs busy. */
export default {
  ...base,
  globalSetup: './test/global-setup.ts',
  globalTeardown: './test/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 180_000,
};
