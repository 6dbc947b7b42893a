/**
 * Reads an upload that is valid JSON but not checked yet. A value of a wrong type is skipped here, because the schema reports
 * it. So faults between parts are reported together with those within them.
 */
import type { FieldError } from '@order-hub/shared/errors';

type Fields = Record<string, unknown>;

/** A part and its path from the root of the body: `data.products.12`. */
export type UploadedPart = { fields: Fields; path: string };

/** The most faults that are collected of each kind: it limits what a wrong body costs. */
export const faultsMax = 1_000;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of an upload. */
export const contentIn = (body: unknown): UploadedPart => {
  const content = isFields(body) ? body['data'] : undefined;
  return { fields: isFields(content) ? content : {}, path: 'data' };
};

/** The parts in a list of a part. */
export function partsIn({ fields, path }: UploadedPart, field: string): UploadedPart[] {
  const list = fields[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown, index) =>
    isFields(part) ? [{ fields: part, path: `${path}.${field}.${index}` }] : [],
  );
}

/** The object in a field of a part; empty when the field is no object. */
export function partAt({ fields, path }: UploadedPart, field: string): UploadedPart[] {
  const part = fields[field];
  return isFields(part) ? [{ fields: part, path: `${path}.${field}` }] : [];
}

/** A text and its path. */
export type UploadedText = { text: string; path: string };

/** The text in a field of a part; empty when the field is no text. */
export function textIn({ fields, path }: UploadedPart, field: string): UploadedText[] {
  const text = fields[field];
  return typeof text === 'string' ? [{ text, path: `${path}.${field}` }] : [];
}

/** The texts in a list of a part. */
export function textsIn({ fields, path }: UploadedPart, field: string): UploadedText[] {
  const list = fields[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((text: unknown, index) =>
    typeof text === 'string' ? [{ text, path: `${path}.${field}.${index}` }] : [],
  );
}

/** A fault for each wrong text. */
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

/** Tells whether it was called with the same text before: `isWrong` for texts that must be unique. */
export function repetition(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => {
    const isSeen = seen.has(text);
    seen.add(text);
    return isSeen;
  };
}
