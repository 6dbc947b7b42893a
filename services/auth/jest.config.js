import base from '../../jest.config.base.js';

export default {
  ...base,
  globalSetup: './test/global-setup.ts',
  moduleNameMapper: {
    '^@order-hub/shared/repeating$': '<rootDir>/test/quick-rounds.ts',
    '^(\\.\\./)+credentials/hash-password\\.ts$': '<rootDir>/test/quick-hashes.ts',
  },
};
