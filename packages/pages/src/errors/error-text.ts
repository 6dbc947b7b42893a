/**
 * Errors in the language of a page. The services tell them in English, because they do not know who reads them
 * (docs/decisions/0081-messages.md); a page tells them by their code and their params.
 */
import type { ApiError } from '@order-hub/shared/errors';
import type { PageLanguage } from '../languages/page-language.ts';
import { keyOf, quotaOf } from './error-keys.ts';
import { texts } from './texts.ts';

/** A number, and of bytes also how many MiB they are. */
const countsOf = (maximum: number) => ({ maximum, mebibytes: maximum / 1_048_576 });

/** The time to wait, in seconds, or in minutes if it is longer than one; 0 when nobody knows. */
function waitOf({ headers }: Pick<ApiError, 'headers'>) {
  const seconds = Number(headers['Retry-After'] ?? 0);
  return { seconds, minutes: seconds < 60 ? 0 : Math.ceil(seconds / 60) };
}

const told = new WeakSet<ApiError>();

/** An error whose message is in the visitor's language already: a step of a page throws it. */
export function inWordsOfPage(error: ApiError): ApiError {
  told.add(error);
  return error;
}

/** What went wrong, without the full stop. The message of the error itself is the last resort. */
export function errorText(language: PageLanguage, error: ApiError): string {
  const t = texts(language);
  const { maximum = 0, request_id = '' } = error.params;
  const quota = quotaOf(error);
  if (quota) return t(`quota_${quota}`, { ...countsOf(maximum) });
  const key = told.has(error) ? undefined : keyOf(error);
  return key === undefined ? error.message : t(key, { ...waitOf(error), request_id });
}

/** Which part of a malformed request is wrong, and why, in English; undefined where the text of the error says enough. */
export const errorDetail = (error: ApiError): string | undefined =>
  !told.has(error) && keyOf(error) === 'not_valid' ? error.message : undefined;
