import type { Endpoint } from '@order-hub/shared/endpoint';

/** What the customers service answers. */
export const customersEndpoints = (): Endpoint[] => [];
