import type { Schemas } from '@order-hub/client';

/** An order as the API shows it. */
export type ApiOrder = Schemas['Order'];
