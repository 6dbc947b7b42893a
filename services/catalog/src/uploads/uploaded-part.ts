/**
 * Reads an upload of which nothing is known yet but that it is JSON: what has a wrong type is passed over here, and is a
 * fault of the schema. So faults between parts are found together with those within them.
 */
import type { FieldError } from '@order-hub/shared/errors';

type Fields = Record<string, unknown>;

/** A part and where it is, counted from the root of the body: `data.products.12`. */
export type UploadedPart = { fields: Fields; path: string };

/** At this fault of a kind no more are looked for: what a wrong body costs does not grow with it. */
export const faultsMax = 1_000;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of an upload. */
export const contentIn = (body: unknown): UploadedPart => {
  const content = isFields(body) ? body['data'] : undefined;
  return { fields: isFields(content) ? content : {}, path: 'data' };
};

/** The parts that a field of a part lists. */
export function partsIn({ fields, path }: UploadedPart, field: string): UploadedPart[] {
  const list = fields[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown, index) =>
    isFields(part) ? [{ fields: part, path: `${path}.${field}.${index}` }] : [],
  );
}

/** The object that a field of a part is, if it is one. */
export function partAt({ fields, path }: UploadedPart, field: string): UploadedPart[] {
  const part = fields[field];
  return isFields(part) ? [{ fields: part, path: `${path}.${field}` }] : [];
}

/** A text, and where it is. */
export type UploadedText = { text: string; path: string };

/** The text in a field of a part, if it is one. */
export function textIn({ fields, path }: UploadedPart, field: string): UploadedText[] {
  const text = fields[field];
  return typeof text === 'string' ? [{ text, path: `${path}.${field}` }] : [];
}

/** The texts that a field of a part lists. */
export function textsIn({ fields, path }: UploadedPart, field: string): UploadedText[] {
  const list = fields[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((text: unknown, index) =>
    typeof text === 'string' ? [{ text, path: `${path}.${field}.${index}` }] : [],
  );
}

/** The faults of those texts that are wrong. */
export function faultsOf(
  texts: readonly UploadedText[],
  isWrong: (text: string) => boolean,
  message: string,
): FieldError[] {
  const faults: FieldError[] = [];
  for (const { text, path } of texts) {
    if (isWrong(text)) faults.push({ field: path, message });
    if (faults.length >= faultsMax) break;
  }
  return faults;
}

/** Whether a text came before: `isWrong` of what must be unique. */
export function repetition(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => {
    const isSeen = seen.has(text);
    seen.add(text);
    return isSeen;
  };
}
