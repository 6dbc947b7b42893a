/** The calls about keys (docs/upgrade.md#keys): every service answers which it has, events re-encrypts its copies of secrets. */
import { z } from 'zod';
import { keyIds } from '../http/keys-endpoint.ts';
import type { ServiceName } from '../process/neighbours.ts';
import { internalCall } from './internal-call.ts';

const nothing = z.object({});

export const retrieveKeys = (to: ServiceName) =>
  internalCall('GET /internal/keys', {
    summary: 'The ids of the keys of this process',
    to,
    from: ['auth'],
    body: nothing,
    reply: keyIds,
    unavailable: `${to} does not answer at the moment`,
  });

/** How many secrets are encrypted with the key of this id. `is_known`: it is in the ring; `is_current`: it encrypts. */
export const encryptedRows = z.object({
  key: z.string(),
  rows: z.int(),
  is_current: z.boolean(),
  is_known: z.boolean(),
});

/** What a step has done. `unreadable`: rows whose key is unknown. `next`: where the next step continues; null at the end. */
export const reencrypted = z.object({ reencrypted: z.int(), unreadable: z.int(), next: z.string().nullable() });

/** Where a step continues: a column, by its place in the list of the service, and the last id. */
export const positionText = z
  .string()
  .max(66)
  .regex(/^\d:[\w-]{0,64}$/)
  .meta({ examples: ['0:'] });

export const countSecrets = internalCall('GET /internal/secrets', {
  summary: 'How many secrets are encrypted with which key',
  to: 'events',
  from: ['auth'],
  body: nothing,
  reply: z.object({ encrypted: z.array(encryptedRows) }),
  unavailable: 'events does not answer at the moment',
});

export const reencryptSecrets = internalCall('POST /internal/secrets/reencrypt', {
  summary: 'Re-encrypt some secrets with the first key',
  to: 'events',
  from: ['auth'],
  body: z.object({ after: positionText.nullable() }),
  reply: reencrypted,
  unavailable: 'events does not answer at the moment',
});
