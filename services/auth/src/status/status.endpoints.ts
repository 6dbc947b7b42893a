import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { z } from 'zod';
import type { Addresses } from './hub.client.ts';
import { hubStatus } from './hub-status.ts';

type Deps = { db: Database; publicUrl: string; addresses: Addresses };

const answers = (db: Database) =>
  db.query('select 1').then(
    () => true,
    () => false,
  );

const statusReply = z.object({
  base_url: z.string(),
  auth_url: z.string(),
  services: z.record(z.string(), z.object({ ready: z.boolean() })),
});

export const statusEndpoints = (deps: Deps) => [
  endpoint('GET /operator/status', {
    summary: 'Where the hub is and which of its services are ready',
    access: 'operator',
    reply: statusReply,
    handle: () => hubStatus({ ...deps, isSelfReady: () => answers(deps.db) }),
  }),
];
