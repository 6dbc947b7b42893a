/** What the audit keeps of the changes of a menu: the first of them, within its limit, and how many there are. Pure. */
import type { MenuValue } from '@order-hub/shared/menu-calls';
import type { MadeChange } from './change-parts.ts';
import { shortened } from '@order-hub/shared/text-start';

/** The details of an entry have at most 4 kB, with the name of the catalog. */
const bytesMax = 2_600;
const charsMax = 160;
const elementsMax = 8;

const cut = (text: string) => shortened(text, charsMax);

/** Of other prices only the amounts: their conditions may be long. */
function toldValue(value: MenuValue): unknown {
  if (typeof value === 'string') return cut(value);
  if (!Array.isArray(value)) return value;
  return value.slice(0, elementsMax).map((element) => cut(typeof element === 'string' ? element : element.price));
}

/** One change, as the audit tells it. `part`: the names of the part, and of what is changed in it. */
const told = ({ kind, field, part, before, after }: MadeChange) => ({
  kind,
  field,
  part: part.map((name) => name && cut(name)),
  before: toldValue(before),
  after: toldValue(after),
});

/** `count`: all changes; `changes`: the first of them. */
export function changeDetails(made: readonly MadeChange[]) {
  const changes: ReturnType<typeof told>[] = [];
  let room = bytesMax;
  for (const change of made) {
    const next = told(change);
    room -= Buffer.byteLength(JSON.stringify(next));
    if (room < 0) break;
    changes.push(next);
  }
  return { count: made.length, changes };
}
