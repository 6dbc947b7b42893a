import base from '../../../jest.config.base.js';

/** Starts hubs of its own, so it needs none of global-setup.ts. */
export default { ...base, globalTeardown: undefined, testTimeout: 600_000, verbose: true };
