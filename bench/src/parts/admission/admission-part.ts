/** What admission by cost and by account takes of each request of the gateway (docs/decisions/0046-admission-by-cost.md), in this process. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { openLog } from '@order-hub/shared/log';
import { openMetrics } from '@order-hub/shared/metrics';
import { openSlots, type Release } from '@order-hub/shared/slots';
import { microseconds } from '../../harness/processor-time.ts';
import type { Row } from '../../harness/report.ts';
import { aCaller } from '../../harness/samples.ts';

const part = 'admission';
const gateway = '../../../../../services/gateway/dist/src';

/** What the limits read and write of a request. */
type Request = { connection: object; payer: string; signal: AbortSignal; releases: Release[] };
type Step = (request: Request) => void;
type CostLimit = { limitCost: Step; charge(request: Request, traffic: object, nowMs: number): void };
type NewRequest = new (req: IncomingMessage, res: ServerResponse, options: object) => Request;

const load = async <Exports>(module: string) => (await import(`${gateway}/${module}.js`)) as Exports;

/** The steps of the gateway, with limits that nothing reaches. */
async function openSteps() {
  const { openCostLimit } = await load<{ openCostLimit(limits: object, log: object): CostLimit }>('limits/limit-cost');
  const { concurrencyLimiter } = await load<{
    concurrencyLimiter(limits: object, hops: number, metrics: object): Step;
  }>('limits/limit-concurrency');
  const cost = openCostLimit({ perMinute: 1e12, burst: 1e12, payersMax: 1_000, hops: 0 }, openLog('gateway', 'silent'));
  const limits = {
    perConnection: 20,
    perAddress: 100,
    pagesPerAddress: 16,
    livePerAddress: 4,
    waitMs: 1,
    waitingMax: 9,
  };
  const pool = openSlots({ max: 256, maxPerKey: 64, waitMs: 1, waitingMax: 9, refuse: () => new Error('full') });
  return { cost, pool, limitConcurrency: concurrencyLimiter(limits, 0, openMetrics()) };
}

/** A function that makes requests of one connection. */
async function requestMaker(): Promise<() => Request> {
  const { PublicRequest } = await load<{ PublicRequest: NewRequest }>('request/public-request');
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' });
  const req = new IncomingMessage(socket);
  req.url = '/v1/location/orders';
  const res = new ServerResponse(req);
  const options = { now: new Date(), originOf: () => 'http://localhost' };
  return () => Object.assign(new PublicRequest(req, res, options), { connection: { caller: aCaller } });
}

/** Every request of a connection that finds a free slot, as nearly all do. */
export async function measureAdmission(): Promise<Row[]> {
  const { cost, pool, limitConcurrency } = await openSteps();
  const newRequest = await requestMaker();
  const nowMs = Date.now();
  const traffic = { bytesIn: 1_500, bytesOut: 3_000 };
  const admitted = () => {
    const request = newRequest();
    cost.limitCost(request);
    limitConcurrency(request);
    const slot = pool.take(request.payer, request);
    if (slot instanceof Promise) throw new Error('No slot is free');
    slot();
    for (const release of request.releases) release();
    cost.charge(request, traffic, nowMs);
  };
  const bare = await microseconds(newRequest);
  const measured = (await microseconds(admitted)) - bare;
  return [{ part, what: 'cost, slots and their release', unit: 'µs', measured, atMost: 10 }];
}
