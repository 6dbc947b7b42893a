/**
 * An authorisation request between its pages is encrypted, so that no one can change it; bound to one session, so that no
 * one can start it for another user; and valid for an hour (docs/decisions/0027-the-authorisation-request-is-sealed.md).
 */
import { decryptSecret, encryptSecret } from '@order-hub/shared/encryption';
import { badRequest } from '@order-hub/shared/errors';
import { z } from 'zod';
import type { RequestProgress } from '../../authorization-requests/authorization-request.ts';

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

type Seal = { keys: readonly string[]; session: { id_digest: string }; now: Date };

export const sealRequest = ({ keys, session, now }: Seal, progress: RequestProgress): Promise<string> =>
  encryptSecret(keys, JSON.stringify({ ...progress, expires_at: now.getTime() + lifeMs }), ownerOf(session));

/** Throws 400 unless this service sealed it for this session within the last hour. */
export async function unsealRequest({ keys, session, now }: Seal, sealed: string): Promise<RequestProgress> {
  const text = await decryptSecret(keys, sealed, ownerOf(session)).catch(() => undefined);
  const { success, data } = contents.safeParse(text === undefined ? undefined : (JSON.parse(text) as object));
  if (!success || data.expires_at <= now.getTime()) throw outOfDate();
  const { expires_at: _expires_at, ...progress } = data;
  return progress;
}

/** 400 for a request that cannot continue. */
export const outOfDate = () =>
  badRequest(
    'This request is out of date, or another user began it. Nothing has changed. Go back to the application and connect again',
    'request_out_of_date',
  );
