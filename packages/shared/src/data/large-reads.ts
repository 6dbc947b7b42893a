/**
 * Shares the memory of a process between accounts: what is large is read and rendered in few slots, while anything else is
 * read at once. A page of 8 MiB takes five times that for a moment: PostgreSQL's answer, its texts, and the response.
 */
import { serviceUnavailable } from '../values/errors.ts';
import { openSlots, type Slots, type Waiter } from '../process/slots/slots.ts';
import type { Context } from '../tokens/caller.ts';

/** Pages and documents up to these sizes need no slot. */
const smallPageBytes = 1_048_576;
const smallDocumentBytes = 262_144;
/** The most that PostgreSQL can compare with an integer. */
const anyBytes = 2_147_483_647;

/** Below the time that the gateway waits for an answer. */
const waitMs = 8_000;

const refuse = () =>
  serviceUnavailable('Too many large responses are being read at the moment; repeat the request', 'large_responses');

/** A request, by its context, on behalf of an account. */
type Reader = Waiter &
  Pick<Context<null>, 'untilAnswered'> & { readonly caller: { readonly account: { readonly id: string } } };

/** Reads up to `bytesMax`. `isCut`: the result is not all that was asked for. */
type Read<Result> = (bytesMax: number) => Promise<Result>;

/**
 * Both read twice if the first result is cut: first what is small, then, in a slot, as much as the client may get. They keep
 * the slot until the response has left the process. Never call one within the other. They throw 503 after a wait of eight seconds, and the signal's reason when the client gives up.
 */
export type LargeReads = {
  page<Result extends { isCut: boolean }>(reader: Reader, read: Read<Result>): Promise<Result>;
  document<Result extends { isCut: boolean }>(reader: Reader, read: Read<Result>): Promise<Result>;
  /** For the metrics. */
  slots: { large_responses: Slots };
};

/**
 * `LARGE_READS_MAX`: the slots of the process, of which an account has one. `LARGE_READS_WAITING_MAX`: how many requests of an
 * account may wait for one. `PAGE_BYTES_MAX`: see weighed-page.ts.
 */
type Limits = { LARGE_READS_MAX: number; LARGE_READS_WAITING_MAX: number; PAGE_BYTES_MAX: number };

/** Opens the slots of a process. */
export function openLargeReads({ LARGE_READS_MAX, LARGE_READS_WAITING_MAX, PAGE_BYTES_MAX }: Limits): LargeReads {
  const line = { waitMs, waitingMax: LARGE_READS_WAITING_MAX, refuse };
  const slots = openSlots({ ...line, max: LARGE_READS_MAX, maxPerKey: 1 });
  const readWithin =
    (smallBytes: number, bytesMax: number): LargeReads['page'] =>
    async (reader, read) => {
      const small = await read(Math.min(smallBytes, bytesMax));
      if (!small.isCut || smallBytes >= bytesMax) return small;
      const release = await slots.take(reader.caller.account.id, reader);
      try {
        const large = await read(bytesMax);
        reader.untilAnswered(release);
        return large;
      } catch (error) {
        release();
        throw error;
      }
    };
  return {
    page: readWithin(smallPageBytes, PAGE_BYTES_MAX),
    document: readWithin(smallDocumentBytes, anyBytes),
    slots: { large_responses: slots },
  };
}
