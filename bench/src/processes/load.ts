/**
 * The load generator: receives a job, runs it and sends the result. It also receives the callbacks, so one clock measures both
 * ends.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, requestBytes } from '../harness/http-connection.ts';
import { ascending } from '../harness/latency.ts';
import { keyPlace, type LoadJob, type LoadResult } from '../harness/load.ts';

const callbackPatienceMs = 5_000;

const arrivedAt = new Map<string, number>();
let answeredAt = new Map<string, number>();

const firstId = /"id":"([0-9a-z]+)"/;
const orderId = /"order_id":"([0-9a-z]+)"/;

const receiver = createServer((req, res) => {
  let text = '';
  req.setEncoding('latin1').on('data', (part: string) => (text += part));
  req.on('end', () => {
    const id = orderId.exec(text)?.[1];
    if (id) arrivedAt.set(id, performance.now());
    res.end();
  });
});

type Tally = { latenciesMs: number[]; notOk: number; firstFault?: string };
type Sender = (at: number) => Promise<void>;

let keys = 0;

/** A copy of the request with the next key. */
function withNextKey(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const key = (keys += 1).toString().padStart(keyPlace.length - 4, '0');
  copy.write(key, copy.indexOf(keyPlace) + 4, 'latin1');
  return copy;
}

/** Opens one sender per connection. A sender sends a request and records the time from `at` to the answer. */
function openSenders({ port, connections, requests, rate, isKeyed }: LoadJob, tally: Tally) {
  const prepared = requests.map(requestBytes);
  let next = 0;
  const open = Array.from({ length: connections }, () => openConnection(port));
  const senders = open.map(({ send }): Sender => async (at) => {
    const bytes = prepared[next++ % prepared.length] ?? Buffer.alloc(0);
    const { status, text } = await send(isKeyed ? withNextKey(bytes) : bytes);
    const now = performance.now();
    tally.latenciesMs.push(now - at);
    if (status !== 200) {
      tally.notOk += 1;
      tally.firstFault ??= `${status} ${text().slice(0, 300)}`;
    } else if (rate !== undefined) answeredAt.set(firstId.exec(text())?.[1] ?? '', now);
  });
  return { senders, close: () => open.forEach(({ close }) => close()) };
}

async function asFastAsAnswered(senders: readonly Sender[], until: number): Promise<void> {
  const keepSending = async (send: Sender) => {
    for (let now = performance.now(); now < until; now = performance.now()) await send(now);
  };
  await Promise.all(senders.map(keepSending));
}

/** Sends at fixed times, whether earlier requests are answered or not. Waiting for a free connection counts as latency. */
async function atRate(senders: readonly Sender[], rate: number, until: number): Promise<void> {
  const free = [...senders];
  const due: number[] = [];
  const running = new Set<Promise<void>>();
  const serve = () => {
    const send = due.length > 0 ? free.shift() : undefined;
    const at = send && due.shift();
    if (!send || at === undefined) return;
    const sent = send(at).finally(() => {
      free.push(send);
      running.delete(sent);
      serve();
    });
    running.add(sent);
  };
  for (let at = performance.now(); at < until; at += 1000 / rate) {
    await sleep(Math.max(0, at - performance.now()));
    due.push(at);
    serve();
  }
  while (running.size > 0) await Promise.all(running);
}

async function callbackTimes() {
  const giveUp = performance.now() + callbackPatienceMs;
  const missing = () => [...answeredAt.keys()].filter((id) => !arrivedAt.has(id)).length;
  while (missing() > 0 && performance.now() < giveUp) await sleep(50);
  const waits = [...answeredAt].flatMap(([id, at]) => {
    const arrived = arrivedAt.get(id);
    return arrived === undefined ? [] : [Math.max(0, arrived - at)];
  });
  return { callbackMs: ascending(waits), missingCallbacks: missing() };
}

async function work(job: LoadJob): Promise<LoadResult> {
  const tally: Tally = { latenciesMs: [], notOk: 0 };
  answeredAt = new Map();
  const { senders, close } = openSenders(job, tally);
  const begun = performance.now();
  const until = begun + job.seconds * 1000;
  if (job.rate === undefined) await asFastAsAnswered(senders, until);
  else await atRate(senders, job.rate, until);
  const seconds = (performance.now() - begun) / 1000;
  close();
  const callbacks = job.rate === undefined ? { callbackMs: [], missingCallbacks: 0 } : await callbackTimes();
  arrivedAt.clear();
  const { latenciesMs, ...faults } = tally;
  const answers = latenciesMs.length;
  const figures = { answers, seconds, perSecond: answers / seconds, latenciesMs: ascending(latenciesMs) };
  return { ...figures, ...faults, ...callbacks };
}

process.on('message', (job) => void work(job as LoadJob).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit(0));
receiver.listen(0, '127.0.0.1', () => process.send?.({ ready: (receiver.address() as AddressInfo).port }));
