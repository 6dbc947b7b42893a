/**
 * Reads an upload that is valid JSON but not checked yet. A value of a wrong type is skipped here, because the schema reports
 * it. So faults between parts are reported together with those within them.
 */
import type { FieldError } from '@order-hub/shared/errors';

type Fields = Record<string, unknown>;

/** A place within a body: where its parent is, and its key there. The path is rendered only for a fault. */
type Place = { parent: Place | null; key: string | number };

/** The path from the root of the body: `data.products.12`. */
export const pathOf = ({ parent, key }: Place): string => (parent ? `${pathOf(parent)}.${key}` : String(key));

export type UploadedPart = Place & { fields: Fields };

/** The most faults that are collected of each kind: it limits what a wrong body costs. */
export const faultsMax = 1_000;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an upload replaces the content, be it a valid one or not. */
export const hasContent = (body: unknown): boolean => isFields(body) && body['data'] != null;

/** The content of an upload. */
export const contentIn = (body: unknown): UploadedPart => {
  const content = isFields(body) ? body['data'] : undefined;
  return { parent: null, key: 'data', fields: isFields(content) ? content : {} };
};

/** The values in a list of a part. */
export function listIn({ fields }: UploadedPart, field: string): readonly unknown[] {
  const list = fields[field];
  return Array.isArray(list) ? list : [];
}

/** The parts in a list of a part. */
export function partsIn(part: UploadedPart, field: string): UploadedPart[] {
  const place = { parent: part, key: field };
  const parts: UploadedPart[] = [];
  listIn(part, field).forEach((fields, key) => isFields(fields) && parts.push({ parent: place, key, fields }));
  return parts;
}

/** The object in a field of a part; empty when the field is no object. */
export function partAt(parent: UploadedPart, field: string): UploadedPart[] {
  const fields = parent.fields[field];
  return isFields(fields) ? [{ parent, key: field, fields }] : [];
}

export type UploadedText = Place & { text: string };

/** The text in a field of a part; empty when the field is no text. */
export function textIn(parent: UploadedPart, field: string): UploadedText[] {
  const text = parent.fields[field];
  return typeof text === 'string' ? [{ parent, key: field, text }] : [];
}

/** The ref in a field that may be left out: an empty text is none. */
export const refIn = (parent: UploadedPart, field: string): UploadedText[] =>
  textIn(parent, field).filter(({ text }) => text !== '');

/** The texts in a list of a part. */
export function textsIn(part: UploadedPart, field: string): UploadedText[] {
  const parent = { parent: part, key: field };
  return listIn(part, field).flatMap((text, key) => (typeof text === 'string' ? [{ parent, key, text }] : []));
}

/** A fault for each wrong text. */
export function faultsOf(
  texts: readonly UploadedText[],
  isWrong: (text: string) => boolean,
  fault: Omit<FieldError, 'field'>,
): FieldError[] {
  const faults: FieldError[] = [];
  for (const place of texts) {
    if (isWrong(place.text)) faults.push({ field: pathOf(place), ...fault });
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
