/** Bodies that may be a form as well as JSON, as in OAuth. */
import { z } from 'zod';
import { badRequest } from '../../values/errors.ts';
import { textStart } from '../../values/texts/text-start.ts';

/** Accepts a body as `application/x-www-form-urlencoded` too. All fields of a form are texts. */
export const formOrJson = <Body extends z.ZodType>(body: Body): Body => body.meta({ isForm: true });

export const takesForms = (body: z.ZodType): boolean => z.globalRegistry.get(body)?.['isForm'] === true;

/** Accepts a form with files, too: each file is a text, its bytes in base64. */
export const formWithFiles = <Body extends z.ZodType>(body: Body): Body => body.meta({ isForm: true, hasFiles: true });

export const takesFiles = (body: z.ZodType): boolean => z.globalRegistry.get(body)?.['hasFiles'] === true;

/** Parameters in a form, in JSON or, as old clients of OAuth send them, in the query. */
export const parametersAnywhere = <Body extends z.ZodType>(body: Body): Body => body.meta({ isInQuery: true });

export const takesParameters = (body: z.ZodType): boolean => z.globalRegistry.get(body)?.['isInQuery'] === true;

const formType = /^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i;

export const isFormType = (contentType: string | undefined): boolean => formType.test(contentType ?? '');

export const isFilesType = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '');

const escapes = /(?:%[0-9a-f]{2})+/gi;

/** URLSearchParams replaces invalid UTF-8 with U+FFFD, which would silently change a password or a name. */
function assertUtf8(text: string): void {
  try {
    for (const [bytes] of text.matchAll(escapes)) decodeURIComponent(bytes);
  } catch {
    throw badRequest('The form holds bytes that are not UTF-8');
  }
}

/** The fields of a form. Throws 400 for a repeated field, which is ambiguous, and for invalid UTF-8. */
export function parseForm(text: string): Record<string, string> {
  assertUtf8(text);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw badRequest(`The parameter ${textStart(name, 80)} is given twice`, 'repeated_parameter');
    fields[name] = value;
  }
  return fields;
}

/** Node warns of bodies that never end. These are in memory already, within the limit of their page. */
const formDataOf = (bytes: Buffer, contentType: string) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();

/** The fields of a form with files. Throws 400 for a repeated field, and for what is no such form. */
export async function parseFiles(bytes: Buffer, contentType: string): Promise<Record<string, string>> {
  const form = await formDataOf(bytes, contentType).catch(() => {
    throw badRequest('The form with files cannot be read');
  });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of form) {
    if (name in fields) throw badRequest(`The parameter ${textStart(name, 80)} is given twice`, 'repeated_parameter');
    fields[name] = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64');
  }
  return fields;
}
