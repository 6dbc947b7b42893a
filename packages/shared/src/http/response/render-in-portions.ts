import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cost } from '../../tokens/caller.ts';
import { timed } from '../cost.ts';
import { listBytes } from '../pagination.ts';

/** A page of more characters is rendered in portions of about as many. */
export const portionChars = 262_144;

const comma = 0x2c;

/** The texts from one of them on that make a portion: at least one. */
function takePortion(texts: readonly string[], from: number): readonly string[] {
  let chars = 0;
  let end = from;
  while (end < texts.length && chars < portionChars) {
    chars += texts[end]?.length ?? 0;
    end += 1;
  }
  return texts.slice(from, end);
}

/** A part of a JSON array: the first begins it, the last ends it, and all others begin with a comma. */
function partBytes(texts: readonly string[], isFirst: boolean, isLast: boolean): Buffer {
  const bytes = listBytes(texts);
  if (!isFirst) bytes[0] = comma;
  return isLast ? bytes : bytes.subarray(0, -1);
}

/**
 * The JSON array of `texts` in portions, and its SHA-1 in base64url. Other requests run between the portions, because a page of
 * 8 MiB takes some 30 ms.
 */
export async function renderInPortions(
  texts: readonly string[],
  cost: Cost,
): Promise<{ portions: Buffer[]; digest: string }> {
  const portions: Buffer[] = [];
  const sha1 = createHash('sha1');
  for (let from = 0; from < texts.length;) {
    const portion = takePortion(texts, from);
    const end = from + portion.length;
    const isFirst = from === 0;
    timed(cost, () => {
      const bytes = partBytes(portion, isFirst, end === texts.length);
      sha1.update(bytes);
      portions.push(bytes);
    });
    from = end;
    await nextTurn();
  }
  return { portions, digest: sha1.digest('base64url') };
}
