import type { Endpoint } from '@order-hub/shared/endpoint';

/** What the catalog service answers. */
export const catalogEndpoints = (): Endpoint[] => [];
