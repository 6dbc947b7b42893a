/** What the bodies under way may use of memory and disk (docs/api/limits.md#bodies-under-way). */
import { type ApiError, serviceUnavailable, tooManyRequests } from '@order-hub/shared/errors';
import type { Metrics } from '@order-hub/shared/metrics';
import type { PublicRequest } from '../request/public-request.ts';
import { type Holding, openBudget } from './budget.ts';
import { watchBudgets } from './budget-metrics.ts';
import { payerOf } from '../limits/payer.ts';

export type BodyLimits = {
  bodiesPerConnection: number;
  bodiesPerAddress: number;
  bytesPerConnection: number;
  bytesPerAccount: number;
  /** For requests without a token. */
  bytesPerAddress: number;
  memoryBytes: number;
  diskBytes: number;
};

/** No account, and no address, has more than this part of the memory. */
const memoryPart = 1 / 4;

/** What one body uses. */
export type BodyShare = {
  /** Counts bytes that have arrived. Throws too_many_requests. */
  take(bytes: number): void;
  /** Returns false if the bytes must not stay in memory. */
  takeMemory(bytes: number): boolean;
  /** Throws service_unavailable. */
  takeDisk(bytes: number): void;
  /** Gives the memory back, when what was in memory has moved to disk. */
  releaseMemory(): void;
  release(): void;
};

export type BodyBudgets = {
  /** Begins a body. Throws too_many_requests if too many are under way. */
  begin(request: PublicRequest): BodyShare;
};

type Owner = 'connection' | 'account' | 'address';
type OwnHolding = Holding & { refuse(): ApiError };
type OwnBudget = { hold(key: string): OwnHolding };

const mebibytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;

const refusal = (limit: string, owner: Owner) => () =>
  tooManyRequests(
    `At most ${limit} of one ${owner} may be under way at the same time`,
    { 'Retry-After': '5' },
    'request_bodies',
  );

function ownBudget(maxPerKey: number, refuse: () => ApiError): OwnBudget {
  const budget = openBudget({ maxPerKey });
  return { hold: (key) => ({ ...budget.hold(key), refuse }) };
}

const countOf = (owner: Owner, max: number) => ownBudget(max, refusal(`${max} request bodies`, owner));
const bytesOf = (owner: Owner, max: number) => ownBudget(max, refusal(`${mebibytes(max)} of request bodies`, owner));

function takeOf(holdings: readonly OwnHolding[], amount: number): void {
  for (const holding of holdings) if (!holding.take(amount)) throw holding.refuse();
}

const noRoom = () =>
  serviceUnavailable('Too many request bodies are under way at the moment; repeat the request', 'room_for_bodies');

/** Opens the budgets of all bodies. `hops`: see remoteAddress. */
export function openBodyBudgets(limits: BodyLimits, hops: number, metrics: Metrics): BodyBudgets {
  const { memoryBytes, diskBytes } = limits;
  const memory = openBudget({ max: memoryBytes, maxPerKey: memoryBytes * memoryPart });
  const disk = openBudget({ max: diskBytes });
  watchBudgets(metrics, 'request_bodies', { memory, disk }, { memoryBytes, diskBytes });
  const bodies = {
    connection: countOf('connection', limits.bodiesPerConnection),
    address: countOf('address', limits.bodiesPerAddress),
  };
  const bytes = {
    connection: bytesOf('connection', limits.bytesPerConnection),
    account: bytesOf('account', limits.bytesPerAccount),
    address: bytesOf('address', limits.bytesPerAddress),
  };

  return {
    begin(request) {
      const payer = payerOf(request, hops);
      const connection = request.connection?.caller.connection_id;
      const own =
        connection === undefined
          ? [bytes.address.hold(payer)]
          : [bytes.connection.hold(connection), bytes.account.hold(payer)];
      const count = connection === undefined ? bodies.address.hold(payer) : bodies.connection.hold(connection);
      takeOf([count], 1);
      const inMemory = memory.hold(payer);
      const onDisk = disk.hold(payer);
      return {
        take: (arrived) => takeOf(own, arrived),
        takeMemory: inMemory.take,
        takeDisk(more) {
          if (!onDisk.take(more)) throw noRoom();
        },
        releaseMemory: inMemory.release,
        release() {
          for (const holding of [count, ...own, inMemory, onDisk]) holding.release();
        },
      };
    },
  };
}
