/** Shares the uploads of a process between accounts: the memory of their bodies, and the work that follows. */
import { webcrypto } from 'node:crypto';
import type { ReadBytes } from '@order-hub/shared/byte-body';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { PlacedResource } from '@order-hub/shared/placed-resource';
import { openSlots, type Release, type SlotOptions, type Slots, type Waiter } from '@order-hub/shared/slots';
import { openByteBudget } from './open-byte-budget.ts';

/**
 * `bytesMax`, `bytesPerAccount`: of bodies in memory. `max`, `perAccount`, `largeMax`: uploads that run at the same time, of
 * which each account has one large one. `waitingMax`: of an account.
 */
export type UploadLimits = Record<
  'bytesMax' | 'bytesPerAccount' | 'max' | 'perAccount' | 'largeMax' | 'waitingMax',
  number
>;

/** Larger bodies run in a lane of their own: their content takes seconds to store, and much memory until then. */
const largeBytes = 262_144;
const waitMs = 10_000;

const busy = (whose: string) =>
  serviceUnavailable(`Too many catalogs ${whose} are being uploaded; repeat the request`, 'uploads');

/** A body, and the digest by which the same body is recognised. */
export type Upload = { bytes: Uint8Array; sha256: Uint8Array };

/** Computes the digest off the event loop. */
async function uploadOf(bytes: Uint8Array): Promise<Upload> {
  return { bytes, sha256: new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes)) };
}

type UploadKey = Pick<PlacedResource, 'account_id' | 'id'>;

/**
 * Reads a body, and runs `work` with it once there is a slot and no other upload of the same catalog runs. The body is read
 * first, so a slow client holds no slot. Throws 413 and 400 for the body, and 503 (docs/api/limits.md#catalog-sizes).
 */
export type Uploads = {
  run<Result>(
    catalog: UploadKey,
    waiter: Waiter,
    readBytes: ReadBytes,
    work: (upload: Upload) => Promise<Result>,
  ): Promise<Result>;
  /** For the metrics. */
  slots: Record<'small_uploads' | 'large_uploads', Slots>;
};

export function openUploads({
  bytesMax,
  bytesPerAccount,
  max,
  perAccount,
  largeMax,
  waitingMax,
}: UploadLimits): Uploads {
  const line = { waitMs, waitingMax, refuse: () => busy('at the moment') } satisfies SlotOptions;
  const budget = openByteBudget({
    max: bytesMax,
    maxPerKey: bytesPerAccount,
    refuse: () => busy('at the moment'),
    refuseKey: () => busy('of this account'),
  });
  const catalogs = openSlots({ ...line, maxPerKey: 1 });
  const small = openSlots({ ...line, max, maxPerKey: perAccount });
  const large = openSlots({ ...line, max: largeMax, maxPerKey: 1 });
  return {
    slots: { small_uploads: small, large_uploads: large },
    async run({ account_id, id }, waiter, readBytes, work) {
      const share = budget.open(account_id);
      const taken: Release[] = [() => share.release()];
      try {
        const upload = await uploadOf(await readBytes(share));
        const lane = upload.bytes.length > largeBytes ? large : small;
        taken.push(await catalogs.take(id, waiter));
        taken.push(await lane.take(account_id, waiter));
        return await work(upload);
      } finally {
        for (const release of taken) release();
      }
    },
  };
}
