/** What the largest valid bodies and the worst invalid ones cost, for every endpoint that takes a body. */
import type { Endpoint } from '@order-hub/shared/endpoint';
import { costOf } from './body-costs.ts';
import { largestBodies, worstBodies, type Bodies } from './body-samples.ts';
import { endpointsWithBody, nameOf } from './declared-endpoints.ts';
import type { Row } from './report.ts';

/** Less is too short to compare. */
const comparableMs = 4;

const worst = (values: readonly number[]) => Math.max(...values);

/** Costs by kind of body, and how much more a whole body costs than a half one. */
function measure(endpoint: Endpoint, bodies: (endpoint: Endpoint, bytes: number) => Bodies) {
  const half = bodies(endpoint, endpoint.bodyBytesMax / 2);
  return Object.entries(bodies(endpoint, endpoint.bodyBytesMax)).map(([kind, body]) => {
    const [cost, before] = [costOf(endpoint, body), costOf(endpoint, half[kind] ?? Buffer.of())];
    return { kind, ...cost, doubling: cost.cpuMs / Math.max(before.cpuMs, comparableMs) };
  });
}

function rowsOf(endpoint: Endpoint): Row[] {
  const part = `bodies of ${nameOf(endpoint)}`;
  const [valid, invalid] = [measure(endpoint, largestBodies), measure(endpoint, worstBodies)];
  const all = [...valid, ...invalid];
  const dearest = invalid.reduce((one, other) => (one.cpuMs > other.cpuMs ? one : other));
  const [cpu, doubling] = [worst(valid.map(({ cpuMs }) => cpuMs)), worst(all.map((cost) => cost.doubling))];
  const heapMb = worst(all.map(({ heapBytes }) => heapBytes / 1e6));
  const answerKib = worst(invalid.map(({ answerBytes }) => answerBytes / 1_024));
  return [
    { part, what: 'processor time of the largest valid one', unit: 'ms', measured: cpu, atMost: 200 },
    { part, what: `dearest invalid one: ${dearest.kind}`, unit: 'ms', measured: dearest.cpuMs },
    { part, what: 'longest answer to an invalid one', unit: 'KiB', measured: answerKib, atMost: 64 },
    { part, what: 'memory', unit: 'MB', measured: heapMb, atMost: 50 },
    { part, what: 'twice as much costs times', measured: doubling, atMost: 2.5 },
  ];
}

/** Measures reading and checking, without HTTP and storage. About a minute. */
export const measureBodies = async (): Promise<Row[]> => (await endpointsWithBody()).flatMap(rowsOf);
