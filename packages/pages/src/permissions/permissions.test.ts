import { describe, expect, test } from '@jest/globals';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import { permissionsInShort, permissionsOf, type Names } from './permissions.tsx';
import { textOf } from '../markup/text-of.ts';

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
