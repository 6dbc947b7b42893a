import { z } from 'zod';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';
import { endpoint } from './endpoint.ts';

/** The keys that a process has, by id: the one that it signs with, and those with which it verifies. */
export const keyIds = z.object({ signing_key: z.string(), verifying_keys: z.array(z.string()) });

export const keyIdsOf = (signingKey: SigningKey, verifyingKeys: VerifyingKeys): z.output<typeof keyIds> => ({
  signing_key: signingKey.id,
  verifying_keys: [...verifyingKeys.keys()],
});

/** Every service tells auth which keys it has. */
export const keysEndpoint = (signingKey: SigningKey, verifyingKeys: VerifyingKeys) =>
  endpoint('GET /internal/keys', {
    summary: 'The ids of the keys of this process',
    access: 'internal',
    callers: ['auth'],
    reply: keyIds,
    handle: () => keyIdsOf(signingKey, verifyingKeys),
  });
