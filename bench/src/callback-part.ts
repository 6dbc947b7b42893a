/** Time from the answer to a creation to its arrival at another client's callback, at a steady rate. */
import { withChildren } from './child.ts';
import type { BenchHub } from './hub-setup.ts';
import { percentile } from './latency.ts';
import { startLoad } from './load.ts';
import type { Row } from './report.ts';

const rate = 100;
const connections = 20;
const warmUpSeconds = 4;
const seconds = 20;

/** Measures at 100 orders a second through the whole hub. About 25 seconds. */
export const measureCallbacks = ({ port, createOrder, subscribe }: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const load = await startLoad(start);
    await subscribe(`http://127.0.0.1:${load.port}/orders`);
    const job = { port, connections, rate, requests: [createOrder] };
    await load.run({ ...job, seconds: warmUpSeconds });
    const { callbackMs, missingCallbacks, latenciesMs, perSecond } = await load.run({ ...job, seconds });
    const part = `callbacks, at ${rate} orders a second through the whole hub`;
    return [
      { part, what: 'orders a second', measured: perSecond },
      { part, what: 'create answer to callback, p50', unit: 'ms', measured: percentile(callbackMs, 0.5), atMost: 25 },
      { part, what: 'create answer to callback, p99', unit: 'ms', measured: percentile(callbackMs, 0.99), atMost: 150 },
      { part, what: 'callbacks that did not come within 5 s', measured: missingCallbacks, atMost: 0 },
      { part, what: 'create, p50', unit: 'ms', measured: percentile(latenciesMs, 0.5) },
      { part, what: 'create, p99', unit: 'ms', measured: percentile(latenciesMs, 0.99) },
    ];
  });
