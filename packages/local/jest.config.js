import base from '../../jest.config.base.js';

// Whole hubs are started here, six services and a PostgreSQL each.
export default { ...base, testTimeout: 120_000, maxWorkers: 1 };
