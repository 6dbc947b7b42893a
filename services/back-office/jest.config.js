import base from '../../jest.config.base.js';

export default {
  ...base,
  globalSetup: './test/global-setup.ts',
  moduleNameMapper: { '^(\\.\\./)+credentials/hash-password\\.ts$': '<rootDir>/../auth/test/quick-hashes.ts' },
};
