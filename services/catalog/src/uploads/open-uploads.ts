/** Limits how many uploads run at once in a process: each keeps its body in memory. */
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { PlacedResource } from '@order-hub/shared/placed-resource';
import { openSlots, type Release } from '@order-hub/shared/slots';

const uploadsMax = 16;
const uploadsPerAccount = 4;
/** Shorter than 10 seconds: the gateway then refuses a body that makes no progress, and a waiting upload's makes none. */
const waitMs = 8_000;
const waitingMax = 32;

const refuse = () => serviceUnavailable('Too many catalogs are being uploaded at the moment; repeat the request');
const slots = (max: number) => openSlots({ max, waitMs, waitingMax, refuse });

type UploadKey = Pick<PlacedResource, 'account_id' | 'id'>;

/** Runs `work`, which reads a body, once there is a slot and no other upload of the same catalog runs. Throws 503. */
export type Uploads = { run<Result>(catalog: UploadKey, work: () => Promise<Result>): Promise<Result> };

export function openUploads(): Uploads {
  const [catalogSlots, accountSlots, allSlots] = [slots(1), slots(uploadsPerAccount), slots(uploadsMax)];
  return {
    async run({ account_id, id }, work) {
      const taken: Release[] = [];
      try {
        taken.push(await catalogSlots.take(id));
        taken.push(await accountSlots.take(account_id));
        taken.push(await allSlots.take(''));
        return await work();
      } finally {
        for (const release of taken) release();
      }
    },
  };
}
