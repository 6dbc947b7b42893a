/** How many uploads are under way in a process. Each of them holds its body in memory. */
import { serviceUnavailable } from '@order-hub/shared/errors';
import { openSlots, type Release } from '@order-hub/shared/slots';

const uploadsMax = 16;
const uploadsPerAccount = 4;
/** A body that makes no progress for 10 seconds is refused by the gateway, and that of an upload that waits makes none. */
const waitMs = 8_000;
const waitingMax = 32;

const refuse = () => serviceUnavailable('Too many catalogs are being uploaded at the moment; repeat the request');
const slots = (max: number) => openSlots({ max, waitMs, waitingMax, refuse });

type Key = { account_id: string; id: string };

/** Runs `work`, which reads a body, when there is room for it and no other upload of the same catalog is under way. Throws 503. */
export type Uploads = { run<Result>(catalog: Key, work: () => Promise<Result>): Promise<Result> };

export function openUploads(): Uploads {
  const [ofCatalogs, ofAccounts, ofAll] = [slots(1), slots(uploadsPerAccount), slots(uploadsMax)];
  return {
    async run({ account_id, id }, work) {
      const taken: Release[] = [];
      try {
        taken.push(await ofCatalogs.take(id));
        taken.push(await ofAccounts.take(account_id));
        taken.push(await ofAll.take(''));
        return await work();
      } finally {
        for (const release of taken) release();
      }
    },
  };
}
