/** What responses that their clients have not read yet may use of memory and disk (docs/api/limits.md#unread-responses). */
import { tooManyRequests } from '@order-hub/shared/errors';
import type { Metrics } from '@order-hub/shared/metrics';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { type Holding, openBudget } from './budget.ts';
import { watchBudgets } from './budget-metrics.ts';
import { payerOf } from '../limits/payer.ts';

export type ResponseLimits = {
  bytesPerAccount: number;
  /** For requests without a token. */
  bytesPerAddress: number;
  memoryBytes: number;
  diskBytes: number;
};

/** No account, and no address, has more than this part of the memory. */
const partMax = 1 / 4;
/** New requests are refused at the limit; responses under way may go on up to this multiple of it. */
const underWayFactor = 2;
/** The most bytes of one response in memory, beyond what the system's own socket buffers take. */
const memoryBytesMax = 256 * 1024;

/** What one response uses while its client does not read it. */
export type ResponseShare = {
  /** Raises the memory of the response to `bytes`. Returns false if the response must go on to disk. */
  takeMemory(bytes: number): boolean;
  /** Counts what is in memory already. */
  addMemory(bytes: number): void;
  /** Returns false if the response may not use more of the disk. */
  takeDisk(bytes: number): boolean;
  release(): void;
};

export type ResponseBudgets = {
  share(request: PublicRequest): ResponseShare;
  /** Refuses the requests of an account, or an address, that has too much to read. Throws too_many_requests. */
  refuseUnread: GatewayStep;
};

function openShare(own: Holding, inMemory: Holding, onDisk: Holding): ResponseShare {
  let memoryTaken = 0;
  return {
    takeMemory(bytes) {
      const more = bytes - memoryTaken;
      if (more <= 0) return true;
      if (bytes > memoryBytesMax || !inMemory.take(more)) return false;
      own.add(more);
      memoryTaken = bytes;
      return true;
    },
    addMemory(bytes) {
      const more = bytes - memoryTaken;
      if (more <= 0) return;
      inMemory.add(more);
      own.add(more);
      memoryTaken = bytes;
    },
    takeDisk: (bytes) => own.take(bytes) && onDisk.take(bytes),
    release() {
      for (const holding of [own, inMemory, onDisk]) holding.release();
    },
  };
}

/** Opens the budgets of all responses. `hops`: see remoteAddress. */
export function openResponseBudgets(limits: ResponseLimits, hops: number, metrics: Metrics): ResponseBudgets {
  const { memoryBytes, diskBytes, bytesPerAccount, bytesPerAddress } = limits;
  const memory = openBudget({ max: memoryBytes, maxPerKey: memoryBytes * partMax });
  const disk = openBudget({ max: diskBytes });
  watchBudgets(metrics, 'unread_responses', { memory, disk }, { memoryBytes, diskBytes });
  const perAccount = openBudget({ maxPerKey: bytesPerAccount * underWayFactor });
  const perAddress = openBudget({ maxPerKey: bytesPerAddress * underWayFactor });
  const ownOf = ({ connection }: PublicRequest) => (connection ? perAccount : perAddress);

  return {
    share(request) {
      const payer = payerOf(request, hops);
      return openShare(ownOf(request).hold(payer), memory.hold(payer), disk.hold(payer));
    },
    refuseUnread(request) {
      const payer = payerOf(request, hops);
      const isBusy = ownOf(request).isBusy(payer) || memory.isBusy(payer) || disk.isBusy(payer);
      if (!isBusy) return;
      const owner = request.connection ? 'account' : 'address';
      throw tooManyRequests(
        `Responses to this ${owner} are not being read: read or close them first`,
        { 'Retry-After': '5' },
        'unread_responses',
      );
    },
  };
}
