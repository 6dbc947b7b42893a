import base from '../../jest.config.base.js';

// A test file starts whole hubs: all services and a PostgreSQL.
export default { ...base, maxWorkers: 1 };
