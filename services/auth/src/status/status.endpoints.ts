import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { z } from 'zod';
import type { Addresses } from '@order-hub/shared/neighbours';
import { retrieveStatus } from './retrieve-status.ts';

type Deps = { db: Database; publicUrl: string; addresses: Addresses };

const statusView = z.object({
  base_url: z.string(),
  auth_url: z.string(),
  services: z.record(z.string(), z.object({ ready: z.boolean() })),
});

export const statusEndpoints = [
  endpoint('GET /operator/status', {
    summary: 'Where the hub is and which of its services are ready',
    access: 'operator',
    reply: statusView,
    handle: (_given, _ctx, deps: Deps) => retrieveStatus(deps),
  }),
];
