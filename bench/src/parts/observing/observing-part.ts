/** What logging and tracing cost a request, in this process: without HTTP and storage. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessLogger } from '@order-hub/shared/access-log';
import { openLog, type Log } from '@order-hub/shared/log';
import { openMetrics } from '@order-hub/shared/metrics';
import { inChildSpan, runInSpan } from '@order-hub/shared/span';
import { openTracing } from '@order-hub/shared/open-tracing';
import { noTracing, type Tracing } from '@order-hub/shared/tracing';
import { microseconds } from '../../harness/processor-time.ts';
import type { Row } from '../../harness/report.ts';

const part = 'observing';
/** A log that writes each line to a file at once, as a process writes to its standard output. */
function fileLog(level: string): { log: Log; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'order-hub-bench-'));
  const file = openSync(join(folder, 'log'), 'w');
  return {
    log: openLog('orders', level, { write: (line: string) => void writeSync(file, line) }),
    remove() {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

const sender = { client_id: 'client', connection_id: 'connection', account: { id: 'account', currency: 'EUR' } };
const response = { headersSent: true, statusCode: 200 } as unknown as ServerResponse;
const route = '/locations/:location_id/orders';

async function measureLine(level: string): Promise<number> {
  const { log, remove } = fileLog(level);
  const logAccess = accessLogger(log);
  const line = { request_id: '0mwu9zcn0000000000', method: 'POST', route, ms: 12.3, bytes: 1_234 };
  const cost = await microseconds(() => log.isLevelEnabled('info') && logAccess(response, line, sender));
  remove();
  return cost;
}

const nothing = () => Promise.resolve();
const request = { name: 'POST orders', kind: 'server' } as const;

/** A request of the gateway with the spans of one service, whose work is nothing. */
const tracedRequest = (tracing: Tracing) => async () => {
  const span = tracing.isOn ? tracing.begin(request) : undefined;
  const served = span && tracing.resume(span.traceparent, request);
  await runInSpan(served, () => inChildSpan('transaction', {}, nothing));
  served?.end();
  span?.end();
};

const openWith = (sampledShare: number) =>
  openTracing({
    // Nobody listens there: spans wait, fail or are dropped, as when a collector is down.
    endpoint: 'http://127.0.0.1:9',
    sampledShare,
    service: 'orders',
    instance: 'bench',
    log: openLog('orders', 'silent'),
    metrics: openMetrics(),
  });

/** The first measurements are those without tracing: once it was on, Node 20 tracks each promise. */
export async function measureObserving(): Promise<Row[]> {
  const empty = await microseconds(nothing);
  const of = (what: string, measured: number, atMost?: number): Row => {
    const row = { part, what, unit: 'µs', measured: Math.max(0, measured - empty) };
    return atMost === undefined ? row : { ...row, atMost };
  };
  const rows = [
    of('an access line, LOG_LEVEL=info', await measureLine('info'), 10),
    of('an access line, LOG_LEVEL=warn', await measureLine('warn'), 0.1),
    of('the spans of a request, tracing off', await microseconds(tracedRequest(noTracing)), 0.5),
  ];
  for (const [what, share] of [['not sampled', 0] as const, ['sampled, the collector down', 1] as const]) {
    const tracing = await openWith(share);
    rows.push(of(`the spans of a request, ${what}`, await microseconds(tracedRequest(tracing))));
    await tracing.close();
  }
  return rows;
}
