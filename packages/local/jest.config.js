import base from '../../jest.config.base.js';

// Each test file starts a whole hub: all services and a PostgreSQL.
export default { ...base, testTimeout: 120_000, maxWorkers: 1 };
