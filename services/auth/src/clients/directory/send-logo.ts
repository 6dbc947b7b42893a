import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { fullReply, type FullReply } from '@order-hub/shared/full-reply';
import { findLogo } from './listing.store.ts';

/** Whatever a browser makes of the bytes, it runs nothing, and no other site shows them. */
const safely = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Disposition': 'inline; filename="logo"',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** The logo with this digest. Throws 404. */
export async function sendLogo({ db }: { db: Database }, digest: string): Promise<FullReply> {
  const logo = await findLogo(db, digest);
  if (!logo) throw notFound('File');
  return fullReply({ status: 200, headers: { ...safely, 'Content-Type': logo.type }, body: logo.bytes });
}
