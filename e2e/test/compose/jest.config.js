import base from '../../../jest.config.base.js';

/** Starts images of the hub instead of its processes, so it needs no hub of global-setup.ts. */
export default { ...base, globalTeardown: undefined, testTimeout: 300_000, verbose: true };
