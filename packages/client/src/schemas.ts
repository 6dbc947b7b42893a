import type { components } from './generated/api.ts';

/** The resources and bodies of the API: `Schemas['Order']`, `Schemas['OrderCreate']`. */
export type Schemas = components['schemas'];
