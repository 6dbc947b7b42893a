/** Log-ins through gateway, auth and PostgreSQL, and how long other requests to auth take meanwhile. */
import { createUser } from '@order-hub/shared/management/users';
import { operatorClient } from '@order-hub/operator/client';
import { withChildren } from '../../harness/child.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { ascending, percentile } from '../../harness/latency.ts';
import { startLoad, type LoadResult } from '../../harness/load.ts';
import type { Row } from '../../harness/report.ts';

const atOnce = 20;
const seconds = 5;
const rate = 100;
/** A password hash on the event loop would block it several times as long. Two hashes fill the cores of a small machine. */
const longestMs = 100;
const path = '/back-office/log-in';
const password = 'bench horse battery';

type Form = { headers: Record<string, string>; body: string };

/** Creates a user. Returns the log-in form that a browser would send. */
async function openForm({ hub, port }: BenchHub, index: number): Promise<Form> {
  const email = `log-in-${index}@example.com`;
  await operatorClient(hub.operator).ask(createUser, { params: {}, input: { email, password } });
  const shown = await fetch(`http://127.0.0.1:${port}${path}`);
  const form_token = / name="form_token" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
  const [cookie = ''] = shown.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')));
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return { headers, body: new URLSearchParams({ form_token, email, password }).toString() };
}

type Tally = { latenciesMs: number[]; failed: number };

async function logIn(port: number, form: Form, tally: Tally): Promise<void> {
  const from = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', redirect: 'manual', ...form });
  await answer.arrayBuffer();
  tally.latenciesMs.push(performance.now() - from);
  if (answer.status !== 303) tally.failed += 1;
}

/** All users log in at once, again and again, until the time is over. */
async function logInUntil(until: number, port: number, forms: readonly Form[]): Promise<Tally> {
  const tally: Tally = { latenciesMs: [], failed: 0 };
  while (performance.now() < until) await Promise.all(forms.map((form) => logIn(port, form, tally)));
  return tally;
}

function rowsOf(tally: Tally, alone: LoadResult, beside: LoadResult): Row[] {
  const part = `auth: ${atOnce} log in at once, again and again; beside them ${rate} other requests a second`;
  const waited = ascending(tally.latenciesMs);
  const last = ({ latenciesMs }: LoadResult) => latenciesMs.at(-1) ?? Number.NaN;
  return [
    { part, what: 'log-ins a second', measured: waited.length / seconds },
    { part, what: 'log-in p50', unit: 'ms', measured: percentile(waited, 0.5) },
    { part, what: 'log-ins that failed', measured: tally.failed, atMost: 0 },
    { part, what: 'another request, alone: p50', unit: 'ms', measured: percentile(alone.latenciesMs, 0.5) },
    { part, what: 'alone: p99', unit: 'ms', measured: percentile(alone.latenciesMs, 0.99) },
    { part, what: 'alone: longest', unit: 'ms', measured: last(alone) },
    { part, what: 'beside log-ins: p50', unit: 'ms', measured: percentile(beside.latenciesMs, 0.5) },
    {
      part,
      what: 'beside log-ins: p99',
      unit: 'ms',
      measured: percentile(beside.latenciesMs, 0.99),
      atMost: longestMs,
    },
    { part, what: 'beside log-ins: longest', unit: 'ms', measured: last(beside) },
    { part, what: 'other requests not answered 200', measured: alone.notOk + beside.notOk, atMost: 0 },
  ];
}

/** Takes about 15 seconds. The first round warms up. */
export const measureLogIns = (bench: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const { port, createOrder } = bench;
    const load = await startLoad(start);
    const forms: Form[] = [];
    for (let index = 0; index < atOnce; index += 1) forms.push(await openForm(bench, index));
    // Auth reads its database to answer this.
    const requests = [{ method: 'GET', path: '/v1/location', headers: createOrder.headers }];
    const others = () => load.run({ port, connections: 4, seconds, rate, requests });
    await others();
    const alone = await others();
    const until = performance.now() + seconds * 1_000;
    const [tally, beside] = await Promise.all([logInUntil(until, port, forms), others()]);
    return rowsOf(tally, alone, beside);
  });
