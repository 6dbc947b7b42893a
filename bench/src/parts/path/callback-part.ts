/** The time from the answer to a creation until its event arrives at another client's callback, at steady rates. */
import { withChildren } from '../../harness/child.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { percentile } from '../../harness/latency.ts';
import { startLoad, type Load } from '../../harness/load.ts';
import type { Row } from '../../harness/report.ts';

const connections = 20;
const warmUpSeconds = 4;
const seconds = 15;
/** Orders a second, and the aims in milliseconds. */
const rates = [
  { rate: 100, p50: 25, p99: 150 },
  { rate: 300, p50: 10, p99: 60 },
];

type RateAims = (typeof rates)[number];

async function measureRate(load: Load, { port, createOrder }: BenchHub, { rate, p50, p99 }: RateAims): Promise<Row[]> {
  const job = { port, connections, rate, requests: [createOrder] };
  await load.run({ ...job, seconds: warmUpSeconds });
  const { callbackMs, missingCallbacks, latenciesMs, perSecond } = await load.run({ ...job, seconds });
  const part = `callbacks, at ${rate} orders a second through the whole hub`;
  return [
    { part, what: 'orders a second', measured: perSecond },
    { part, what: 'create answer to callback, p50', unit: 'ms', measured: percentile(callbackMs, 0.5), atMost: p50 },
    { part, what: 'create answer to callback, p99', unit: 'ms', measured: percentile(callbackMs, 0.99), atMost: p99 },
    { part, what: 'callbacks that did not come within 5 s', measured: missingCallbacks, atMost: 0 },
    { part, what: 'create, p50', unit: 'ms', measured: percentile(latenciesMs, 0.5) },
    { part, what: 'create, p99', unit: 'ms', measured: percentile(latenciesMs, 0.99) },
  ];
}

/** Measures each rate through the whole hub. Takes about 40 seconds. */
export const measureCallbacks = (bench: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const load = await startLoad(start);
    await bench.subscribe(`http://127.0.0.1:${load.port}/orders`);
    const rows: Row[] = [];
    for (const rate of rates) rows.push(...(await measureRate(load, bench, rate)));
    return rows;
  });
