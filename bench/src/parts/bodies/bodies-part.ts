/** The cost of the largest valid bodies and the worst invalid ones, for every endpoint that takes a body. */
import type { Endpoint } from '@order-hub/shared/endpoint';
import { costOf, doubling, smallerPart } from './body-costs.ts';
import { largestBodies, worstBodies, type Bodies } from './body-samples.ts';
import { endpointsWithBody, nameOf } from './declared-endpoints.ts';
import { measurePrivateRefs } from './private-refs.ts';
import type { Row } from '../../harness/report.ts';

const most = (values: readonly number[]) => Math.max(...values);

/** The cost of each kind of body, and how that grows when the body doubles. */
function measure(endpoint: Endpoint, bodies: (endpoint: Endpoint, bytes: number) => Bodies) {
  const smaller = bodies(endpoint, endpoint.bodyBytesMax * smallerPart);
  return Object.entries(bodies(endpoint, endpoint.bodyBytesMax)).map(([kind, body]) => {
    const cost = costOf(endpoint, body);
    return { kind, ...cost, doubling: doubling(costOf(endpoint, smaller[kind] ?? Buffer.of()), cost) };
  });
}

function rowsOf(endpoint: Endpoint): Row[] {
  const part = `bodies of ${nameOf(endpoint)}`;
  const [valid, invalid] = [measure(endpoint, largestBodies), measure(endpoint, worstBodies)];
  const all = [...valid, ...invalid];
  const costliest = invalid.reduce((one, other) => (one.cpuMs > other.cpuMs ? one : other));
  const [cpu, times] = [most(valid.map(({ cpuMs }) => cpuMs)), most(all.map((cost) => cost.doubling))];
  const heapMb = most(all.map(({ heapBytes }) => heapBytes / 1e6));
  const answerKib = most(invalid.map(({ answerBytes }) => answerBytes / 1_024));
  return [
    { part, what: 'processor time of the largest valid one', unit: 'ms', measured: cpu, atMost: 200 },
    { part, what: `costliest invalid one: ${costliest.kind}`, unit: 'ms', measured: costliest.cpuMs },
    { part, what: 'longest answer to an invalid one', unit: 'KiB', measured: answerKib, atMost: 64 },
    { part, what: 'memory', unit: 'MB', measured: heapMb, atMost: 50 },
    { part, what: 'times the cost for twice the size', measured: times, atMost: 2.5 },
  ];
}

/** Measures reading and checking, without HTTP and storage. Takes about a minute. */
export const measureBodies = async (): Promise<Row[]> => [
  ...(await endpointsWithBody()).flatMap(rowsOf),
  ...(await measurePrivateRefs()),
];
