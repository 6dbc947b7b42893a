/** Bodies that may come as a form, as OAuth's do, besides JSON. */
import { z } from 'zod';
import { badRequest } from '../values/errors.ts';

/** The same body, also as `application/x-www-form-urlencoded`: every field is then a text. */
export const formOrJson = <Body extends z.ZodType>(body: Body): Body => body.meta({ isForm: true });

export const takesForms = (body: z.ZodType): boolean => z.globalRegistry.get(body)?.['isForm'] === true;

const formType = /^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i;

export const isFormType = (contentType: string | undefined): boolean => formType.test(contentType ?? '');

const escapes = /(?:%[0-9a-f]{2})+/gi;

/** URLSearchParams replaces what is not UTF-8 by U+FFFD: a password or a name would be another one, and nobody would know. */
function assertUtf8(text: string): void {
  try {
    for (const [bytes] of text.matchAll(escapes)) decodeURIComponent(bytes);
  } catch {
    throw badRequest('The form holds bytes that are not UTF-8');
  }
}

/** The fields of a form. A repeated one is 400, because it is ambiguous, and so are bytes that are not UTF-8. */
export function parseForm(text: string): Record<string, string> {
  assertUtf8(text);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw badRequest(`The parameter ${name.slice(0, 80)} is given twice`);
    fields[name] = value;
  }
  return fields;
}
