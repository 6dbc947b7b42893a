/**
 * What an order asks of the till: markers in square brackets in its `customer_notes`, such as `[reject Out of dough]`
 * (docs/api/sandbox.md#markers). Text without brackets, and unknown markers, mean nothing.
 */
export type Marker =
  | { kind: 'accept' | 'ignore' | 'cancel' }
  | { kind: 'reject'; reason: string | undefined }
  | { kind: 'delay'; seconds: number }
  | { kind: 'prices'; percent: number }
  | { kind: 'stock'; ref: string; stock: string | null };

const markersMax = 5;
const delaySecondsMax = 3_600;
export const percentMax = 100;
export const percentMin = -90;

const plain = (kind: 'accept' | 'ignore' | 'cancel') => (): Marker => ({ kind });

function delay(rest: string): Marker | undefined {
  if (!/^\d{1,6}$/.test(rest)) return undefined;
  return { kind: 'delay', seconds: Math.min(Number(rest), delaySecondsMax) };
}

const reject = (rest: string): Marker => ({ kind: 'reject', reason: rest === '' ? undefined : rest });

function prices(rest: string): Marker | undefined {
  if (!/^[+-]?\d{1,3}%$/.test(rest)) return undefined;
  const percent = Number.parseInt(rest, 10);
  return percent >= percentMin && percent <= percentMax ? { kind: 'prices', percent } : undefined;
}

/** `TIRAMISU 8`, or `TIRAMISU unlimited`. */
function stock(rest: string): Marker | undefined {
  const space = rest.lastIndexOf(' ');
  const [ref, amount] = [rest.slice(0, Math.max(0, space)), rest.slice(space + 1)];
  if (ref === '' || !/^(unlimited|\d{1,9})$/.test(amount)) return undefined;
  return { kind: 'stock', ref, stock: amount === 'unlimited' ? null : amount };
}

const readers: ReadonlyMap<string, (rest: string) => Marker | undefined> = new Map([
  ['accept', plain('accept')],
  ['ignore', plain('ignore')],
  ['cancel', plain('cancel')],
  ['reject', reject],
  ['delay', delay],
  ['prices', prices],
  ['stock', stock],
]);

/** The markers in these notes, the first five. */
export function markersIn(notes: string | null): Marker[] {
  const found = (notes ?? '').matchAll(/\[([a-z]+)(?: ([^[\]]{1,200}))?\]/gi);
  return [...found]
    .flatMap(([, word = '', rest = '']) => readers.get(word.toLowerCase())?.(rest.trim()) ?? [])
    .slice(0, markersMax);
}
