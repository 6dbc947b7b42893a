import { describe, expect, test } from '@jest/globals';
import { errorCodes, errorTypeOfCode } from '@order-hub/shared/error-codes';
import {
  ApiError,
  type ErrorParams,
  forbidden,
  internalError,
  notFound,
  quotaUsedUp,
  serviceUnavailable,
  statusChanged,
  tooManyRequests,
} from '@order-hub/shared/errors';
import { fieldErrors } from '@order-hub/shared/field-errors';
import { languages } from '@order-hub/shared/languages';
import { saveListing } from '@order-hub/shared/management/apps';
import { quotaNames } from '@order-hub/shared/quota';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import { keyOf } from './errors/error-keys.ts';
import { errorText, inWordsOfPage } from './errors/error-text.ts';
import { type ErrorKey, texts } from './errors/texts.ts';
import { faultText } from './faults/fault-text.ts';
import { likelyCountry } from './languages/likely-country.ts';
import { textOf } from './markup/text-of.ts';
import { type Names, permissionsInShort, permissionsOf } from './permissions/permissions.tsx';

describe('permissions', () => {
  const inEnglish = { language: 'en' } as const;
  const textsOf = (scope: Scope, names: Names) => permissionsOf(scope, names, inEnglish).map(textOf);

  const unnamed: Names = { place: null, catalog: null, customer_list: null };
  const named: Names = { place: 'Rue du Bac', catalog: 'Lunch', customer_list: 'Regulars' };

  const place = 'See Rue du Bac, and change its opening hours, preparation time and whether orders are accepted';
  const account =
    'See Chez Ada and its locations, and change their opening hours, preparation time and whether orders are accepted';

  describe('at a location', () => {
    test.each([
      ['orders.read', ['See the orders and deliveries of Rue du Bac, and who ordered']],
      ['orders.write', ['See, create and change the orders and deliveries of Rue du Bac, and see who ordered']],
      [
        'orders.read,orders.write',
        ['See, create and change the orders and deliveries of Rue du Bac, and see who ordered'],
      ],
      ['inventory.read', ['See the stock of Rue du Bac']],
      ['inventory.write', ['See and change the stock of Rue du Bac']],
      // Deprecated: the right to the catalog is also one to the stock.
      ['catalog.read', ['See the catalog “Lunch”', 'See the stock of Rue du Bac']],
      [
        'catalog.write',
        [
          'See the catalog “Lunch”, and change it unless the whole account shares it',
          'See and change the stock of Rue du Bac',
        ],
      ],
      ['all_catalogs.read', ['See all catalogs of Rue du Bac and of its account']],
      [
        'all_catalogs.read,catalog.write',
        [
          'See all catalogs of Rue du Bac and of its account',
          'See the catalog “Lunch”, and change it unless the whole account shares it',
          'See and change the stock of Rue du Bac',
        ],
      ],
      ['customer_list.read', ['See the customers in the customer list “Regulars”, with their loyalty cards']],
      [
        'customer_list.write',
        ['See, add and change the customers in the customer list “Regulars”, with their loyalty cards'],
      ],
      [
        'all_customer_lists.read',
        ['See the customers in all lists of Rue du Bac and of its account, with their loyalty cards'],
      ],
      // It may write the customers of a list of the account to which it is bound.
      [
        'all_customer_lists.write',
        [
          'See the customers in all lists of Rue du Bac and of its account, with their loyalty cards, and create, change and delete those of Rue du Bac',
          'See, add and change the customers in the customer list “Regulars”, with their loyalty cards',
        ],
      ],
    ])('location[%s]', (permissions, sentences) => {
      expect(textsOf(parseScope(`location[${permissions}]`), named)).toEqual([...sentences, place]);
    });

    test('what is not bound is not spoken of', () => {
      expect(textsOf(parseScope('location[all_catalogs.write]'), { ...unnamed, place: 'Rue du Bac' })).toEqual([
        'See all catalogs of Rue du Bac and of its account, and create, change and delete those of Rue du Bac',
        place,
      ]);
    });

    test('what is not chosen yet has no name', () => {
      expect(textsOf(parseScope('location[catalog.read,customer_list.read]'), unnamed)).toEqual([
        'See one catalog',
        'See the stock of the location',
        'See the customers in one customer list, with their loyalty cards',
        'See the location, and change its opening hours, preparation time and whether orders are accepted',
      ]);
    });
  });

  describe('at an account', () => {
    test.each([
      ['orders.read', ['See the orders and deliveries of every location of Chez Ada, and who ordered']],
      ['inventory.write', ['See and change the stock of every location of Chez Ada']],
      ['catalog.read', ['See one catalog']],
      ['catalog.write', ['See and change one catalog']],
      ['all_catalogs.read', ['See all catalogs of Chez Ada and its locations']],
      ['all_catalogs.write', ['See, create, change and delete all catalogs of Chez Ada and its locations']],
      ['customer_list.write', ['See, add and change the customers in one customer list, with their loyalty cards']],
      [
        'all_customer_lists.write',
        [
          'See, create, change and delete all customer lists of Chez Ada and its locations, and their customers with their loyalty cards',
        ],
      ],
    ])('account[%s]', (permissions, sentences) => {
      const scope = parseScope(`account[${permissions}]`);
      expect(textsOf(scope, { ...unnamed, place: 'Chez Ada' })).toEqual([...sentences, account]);
    });
  });

  test.each([
    ['profile', ['See your name, timezone and languages']],
    ['profile_with_email', ['See your name, email address, timezone and languages']],
    ['profile,profile_with_email', ['See your name, email address, timezone and languages']],
  ])('general permissions alone have no place: %s', (scope, sentences) => {
    expect(textsOf(parseScope(scope), unnamed)).toEqual(sentences);
  });

  test.each([
    ['location[orders.write]', 'orders'],
    ['location[orders.read,orders.write,catalog.read],profile', 'orders, catalog (read only), profile'],
    [
      'account[inventory.write,all_customer_lists.read,all_catalogs.write]',
      'stock, all customer lists (read only), all catalogs',
    ],
    ['profile,profile_with_email', 'profile'],
  ])('in short: %s', (scope, words) => {
    expect(permissionsInShort(parseScope(scope), inEnglish)).toBe(words);
  });
});

describe('faults of forms', () => {
  const others = languages.filter((language) => language !== 'en');

  /** The faults that the form of a listing can have. */
  function faultsOf(fields: object): string[] {
    const listing = {
      description: 'x',
      scope: 'location[orders.read]',
      website: 'https://a.example',
      start_url: 'https://a.example',
    };
    const { error } = saveListing.input.safeParse({ ...listing, ...fields });
    return error ? fieldErrors(error).map(({ message }) => message) : [];
  }

  const ofListings = [
    { description: '' },
    { description: 'x'.repeat(301) },
    { description: 'a\u202eb' },
    { website: 'http://a.example' },
    { scope: '' },
    { scope: 'location[everything.read]' },
    { scope: 'planet[orders.read]' },
    { scope: 'location[orders.read' },
    { scope: 'location[orders.read]account[orders.read]' },
    { scope: 'location[orders.read],account[orders.read]' },
    { scope: 'location[orders.read],,profile' },
    { scope: 'profile' },
  ].flatMap(faultsOf);

  /** As services tell them. */
  const ofServices = [
    'must have the host of one of the redirect URIs: a.example, b.example',
    'needs a redirect URI with https first: its host must be that of one',
    'must have at most 48 KiB',
    'must be a PNG or JPEG file',
    'must be 16 to 1,024 pixels wide and high',
    'must have at most 20 elements',
    'is the name of another catalog',
    'must be an image: a JPEG, PNG, WEBP, GIF or BMP file',
    'was cut off: the file has no end; send it again, whole',
    'must have at least 3 digits of a phone number',
    'works at this location already',
    'is not the id of a user',
    'must be today or later',
    'must be at most 2 years ahead',
    'is a special day already; remove it first',
  ];

  describe.each(others)('in %s', (language) => {
    test('no fault of a listing, or of what services check, is English', () => {
      expect(ofListings.length).toBeGreaterThanOrEqual(12);
      const english = [...ofListings, ...ofServices].filter((fault) => faultText(language, fault) === fault);
      expect(english).toEqual([]);
    });
  });

  test.each<[(typeof languages)[number], string, string]>([
    ['en', 'must be 16 to 1,024 pixels wide and high', 'must be 16 to 1,024 pixels wide and high'],
    ['de', 'must be 16 to 1,024 pixels wide and high', 'muss 16 bis 1.024 Pixel breit und hoch sein'],
    [
      'fr',
      'must have the host of one of the redirect URIs: a.example',
      'doit être sur l’un des hôtes des URI de redirection : a.example',
    ],
    ['it', 'must have at most 1 element', 'deve avere al massimo 1 voce'],
    ['es', 'says what no release has said', 'says what no release has said'],
  ])('in %s, “%s” is “%s”', (language, fault, text) => expect(faultText(language, fault)).toBe(text));
});

describe('errors', () => {
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
});

describe('the likely country', () => {
  test.each([
    ['de-CH,de;q=0.9,en;q=0.5', 'CH'],
    ['it', 'IT'],
    ['fr;q=0.5, en-GB', 'GB'],
    ['en', null],
    ['*', null],
    ['x--y', null],
    ['de-419', null],
    [undefined, null],
  ])('a browser that asks for %s', (accepted, country) => {
    expect(likelyCountry(accepted === undefined ? {} : { 'accept-language': accepted })).toBe(country);
  });
});
