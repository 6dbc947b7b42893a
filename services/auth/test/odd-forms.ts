/** Odd ids, queries and forms, which no page of ours sends: drawn by fast-check. */
import { newId } from '@order-hub/shared/ids';
import fc from 'fast-check';

/** Escapes that are not UTF-8 are refused before any page is looked for. fetch resolves dot segments: another page would answer. */
export const oddIds = fc.constantFrom('none', '%00', 'x'.repeat(65), "'--", newId());

/** Texts of forms, those that PostgreSQL, dates, numbers and lists do not take among them. */
export const formText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '0', '-1', '1e999', 'NaN', '2026-02-30', '\u0000', '\ud800', '<b>', "'", 'x'.repeat(2_000)),
  fc.constantFrom('EUR', 'FR', 'Europe/Paris', 'a@example.com', 'https://shop.example/', 'correct horse battery', 'on'),
);

/** Fields that a form may not have, names with a meaning in JavaScript among them. */
export const oddFieldNames = [
  'name',
  'email',
  'password',
  'continue',
  '__proto__',
  'constructor',
  'a[b]',
  'client_id',
  'scope',
];

const queryNames = ['continue', 'after', 'q', 'state', 'client_id', 'scope', 'redirect_uri'];
/** A query with fields that pages know, and any texts in them. */
export const oddQuery = fc.dictionary(fc.constantFrom(...queryNames), formText, { maxKeys: 3 });

/** The fields that the form of a page has, beside some that it has not. */
export const fieldsIn = (html: string) => [...html.matchAll(/ name="([^"]{1,80})"/g)].map(([, name = '']) => name);

const percent = (value: string) => encodeURIComponent(value.toWellFormed());

/** A form or a query as browsers encode it; half of a surrogate pair as bytes that are not UTF-8. */
export const encoded = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${percent(name)}=${value === '\ud800' ? '%ED%A0%80' : percent(value)}`)
    .join('&');
