/** The management API about keys (docs/upgrade.md#keys). */
import { z } from 'zod';
import { serviceNames } from '../../process/neighbours.ts';
import { encryptedRows, reencrypted } from '../keys-calls.ts';
import { principalCall } from '../principal-call.ts';

const service = z.enum(serviceNames);

export const retrieveKeys = principalCall('GET /management/keys', {
  summary: 'Which keys the services use',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({
    /** As one replica of each service answers; null while none does. `unknown_to`: services that would refuse its tokens. */
    services: z.array(
      z.object({
        service,
        signing_key: z.string().nullable(),
        verifying_keys: z.array(z.string()).nullable(),
        unknown_to: z.array(service),
      }),
    ),
    encrypted: z.array(encryptedRows.extend({ service })),
  }),
});

/** Takes one step, after `after`: the `next` of the step before. */
export const reencryptSecrets = principalCall('POST /management/keys/reencrypt', {
  summary: 'Re-encrypt some secrets with the first encryption key',
  to: 'auth',
  principals: ['operator'],
  input: z.object({
    after: z
      .string()
      .max(73)
      .regex(/^(auth|events) \d:[\w-]{0,64}$/)
      .meta({ examples: ['auth 0:'] })
      .optional(),
  }),
  reply: reencrypted,
});
