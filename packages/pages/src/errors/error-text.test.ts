import { describe, expect, test } from '@jest/globals';
import { errorCodes, errorTypeOfCode } from '@order-hub/shared/error-codes';
import {
  ApiError,
  forbidden,
  internalError,
  notFound,
  quotaUsedUp,
  serviceUnavailable,
  statusChanged,
  tooManyRequests,
  type ErrorParams,
} from '@order-hub/shared/errors';
import { languages } from '@order-hub/shared/languages';
import { quotaNames } from '@order-hub/shared/quota';
import { keyOf } from './error-keys.ts';
import { errorText, inWordsOfPage } from './error-text.ts';
import { texts, type ErrorKey } from './texts.ts';

const english = 'In the words of the API';
const withCode = (code: (typeof errorCodes)[number], params: ErrorParams = {}) =>
  new ApiError(errorTypeOfCode[code], english, { code, params });

describe.each(languages)('in %s', (language) => {
  test('every code has a message', () => {
    const without = errorCodes.filter((code) => errorText(language, withCode(code)) === english);
    expect(without).toEqual([]);
    const missing = errorCodes.map((code) => keyOf(withCode(code))).filter((key) => isMissing(language, key));
    expect(missing).toEqual([]);
  });

  test('every quota has a message of its own, with its number', () => {
    const told = quotaNames.map((quota) =>
      errorText(language, withCode('quota_used_up', { quota, maximum: 7 * 1_048_576 })),
    );
    expect(new Set(told).size).toBe(quotaNames.length);
    expect(told.filter((text) => !text.includes('7'))).toEqual([]);
  });
});

/** A message that is not there is told as its key. */
const isMissing = (language: (typeof languages)[number], key: ErrorKey | undefined) =>
  key === undefined ||
  texts(language)(key, { seconds: 0, minutes: 0, maximum: 0, mebibytes: 0, request_id: '' }) === key;

const waiting = (seconds: number) => tooManyRequests('x', { 'Retry-After': String(seconds) }, 'attempts');
const quota = (maximum: number) =>
  quotaUsedUp('x', 'quota_locations_of_an_account', { quota: 'locations_of_an_account', maximum });

describe('what a page says', () => {
  test.each<[ApiError, 'en' | 'fr' | 'de' | 'es' | 'it', string]>([
    [quota(1), 'en', 'An account may have at most 1 location'],
    [quota(1_000), 'de', 'Ein Konto darf höchstens 1.000 Standorte haben'],
    [waiting(1), 'en', 'There were too many attempts. Please try again in 1 second'],
    [waiting(61), 'fr', 'Il y a eu trop de tentatives. Veuillez réessayer dans 2 minutes'],
    [withCode('too_many_requests'), 'it', 'È stato chiesto troppe volte. Si prega di riprovare tra un momento'],
    [internalError('0k3v'), 'es', 'id. de solicitud 0k3v'],
    [statusChanged('accepted'), 'fr', 'Quelqu’un d’autre a modifié la commande'],
    [serviceUnavailable('x'), 'de', 'Ein Teil des Hubs kann im Moment nicht antworten'],
    [notFound('Location'), 'en', 'What you are looking for does not exist'],
    [forbidden('x', 'role_not_allowed'), 'it', 'Il ruolo in questa sede non lo permette'],
  ])('%s in %s', (error, language, text) => expect(errorText(language, error)).toContain(text));

  test('stays as a step of a page has said it', () => {
    expect(errorText('fr', inWordsOfPage(forbidden('Ce formulaire est périmé')))).toBe('Ce formulaire est périmé');
  });

  test('of a quota or a code of a later release is general, or the words of the API', () => {
    const later = withCode('quota_used_up', { quota: 'drones_of_an_account', maximum: 3 });
    expect(errorText('en', later)).toBe('This cannot be done as things are. Nothing was changed');
    const unknown = new ApiError('conflict', english, { code: 'drone_away' as 'conflict' });
    expect(errorText('fr', unknown)).toBe(english);
  });
});
