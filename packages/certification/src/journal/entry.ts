/** What a run has seen: the calls of the application and the pushes to it. Pure. */

/** A request to the hub, or a push to the application. */
export type Entry = {
  direction: 'call' | 'push';
  /** What `X-Http-Method-Override` names, if it is there. */
  method: string;
  /** Without the version: `/location/orders?status=new`. Of a push, the URL of the callback. */
  path: string;
  body: string;
  /** Of a push: what was sent, such as `order.create of <order_id>`. */
  label?: string;
  idempotencyKey?: string | undefined;
  /** In milliseconds since 1970. */
  beganMs: number;
  endedMs?: number;
  /** What the sender got; 0 for no answer. */
  status?: number;
  /** Why there was no answer. */
  fault?: string;
  /** What the hub answered, if the application got something else. */
  hubStatus?: number;
  /** Who answered a call: an answer of the run itself belongs to a check. */
  answeredBy?: 'hub' | 'run';
  /** The first 64 KiB of a JSON answer. */
  answer?: string;
  /** The header `Ignored-Fields`. */
  ignoredFields?: string | undefined;
};

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const pathnameOf = ({ path }: Entry) => path.split('?', 1)[0] ?? '';

/** A change, other than of the callback and its events. */
export const isWrite = (entry: Entry) =>
  entry.direction === 'call' && writes.has(entry.method) && !pathnameOf(entry).startsWith('/callback');

/** Ids are random enough to be looked for as text. */
export const isAbout = (entry: Entry, id: string) => entry.path.includes(id) || entry.body.includes(id);

const orderCollection = /^\/(location|locations\/\w+)\/orders$/;

export const isOrderCreation = (entry: Entry) =>
  entry.direction === 'call' && entry.method === 'POST' && orderCollection.test(pathnameOf(entry));

/** The same endpoint with the same ids. */
export const isSameTarget = (one: Entry, other: Entry) =>
  one.method === other.method && pathnameOf(one) === pathnameOf(other);

/** A GET by which the application may find out what became of `lost`, about the order `id` if it is known. */
export const looksUp = (entry: Entry, lost: Entry, id: string | undefined) =>
  entry.direction === 'call' &&
  entry.method === 'GET' &&
  (pathnameOf(entry) === pathnameOf(lost) || (id !== undefined && isAbout(entry, id)));

/** Whether the hub carried it out. */
export const isDone = ({ status, hubStatus, answeredBy }: Entry) =>
  (hubStatus ?? (answeredBy === 'hub' ? status : undefined)) === 200;

/** A JSON object; empty for anything else. */
export function parsedObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The `status` in a body. */
export function statusIn(text: string): string | undefined {
  const { status } = parsedObject(text);
  return typeof status === 'string' ? status : undefined;
}

/** What a write does, so that the same one done twice is recognised: its target and the status that it sets. */
export const actOf = (entry: Entry) => `${entry.method} ${pathnameOf(entry)} ${statusIn(entry.body) ?? ''}`.trim();
