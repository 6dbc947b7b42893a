/**
 * An authorisation request on its way from page to page: encrypted, so that nothing can be changed; for one session, so
 * that nobody can begin it for somebody else; for an hour (docs/decisions/0027-the-authorisation-request-is-sealed.md).
 */
import { decryptSecret, encryptSecret } from '@order-hub/shared/encryption';
import { badRequest } from '@order-hub/shared/errors';
import { z } from 'zod';
import type { Travelling } from './authorization-request.ts';

const lifeMs = 60 * 60 * 1000;

const contents = z.object({
  path: z.string(),
  location_id: z.string().nullable(),
  account_id: z.string().nullable(),
  catalog_id: z.string().nullable(),
  customer_list_id: z.string().nullable(),
  expires_at: z.number(),
});

const ownerOf = ({ id_digest }: { id_digest: string }) => `authorization-request:${id_digest}`;

type Bound = { keys: readonly string[]; session: { id_digest: string }; now: Date };

export const sealRequest = ({ keys, session, now }: Bound, travelling: Travelling): Promise<string> =>
  encryptSecret(keys, JSON.stringify({ ...travelling, expires_at: now.getTime() + lifeMs }), ownerOf(session));

/** Throws 400 for what was not sealed by this service, for this session, within the last hour. */
export async function unsealRequest({ keys, session, now }: Bound, sealed: string): Promise<Travelling> {
  const text = await decryptSecret(keys, sealed, ownerOf(session)).catch(() => undefined);
  const { success, data } = contents.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!success || data.expires_at <= now.getTime()) throw outOfDate();
  const { expires_at: _expired, ...travelling } = data;
  return travelling;
}

/** 400: this is no request that can go on. */
export const outOfDate = () =>
  badRequest(
    'This request is out of date, or was begun by somebody else. Nothing has changed. Go back to the application and connect again',
  );
