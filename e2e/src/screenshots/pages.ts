/** The pages in docs/screenshots, in the order in which a user meets them. */
import type { Page } from 'playwright-core';
import type { Demo } from '@order-hub/local/demo';
import { choose } from '../browser/person.ts';

export type Shot = {
  /** The prefix of its file names. */
  name: string;
  /** What it shows. */
  caption: string;
  path: string;
  /** Prepares the page for the picture. */
  before?: (page: Page) => Promise<void>;
};

export const beforeLogIn: Shot[] = [
  { name: 'start', caption: 'The start page', path: '/' },
  { name: 'log-in', caption: 'Log in', path: '/back-office/log-in' },
  {
    name: 'sign-up',
    caption: 'Sign-up: a new user with an account and its first location',
    path: '/back-office/sign-up',
  },
];

const authorize = ({ website }: Demo) =>
  `/oauth2/v1/authorize?${new URLSearchParams({
    client_id: website.client_id,
    redirect_uri: 'https://shop.example/back',
    scope: 'location[orders.write,catalog.read]',
  }).toString()}`;

/** What people in a shop use. */
const ofLocation = ({ location_ids, catalog_id, customers }: Demo): Shot[] => {
  const location = `/back-office/locations/${location_ids[0] ?? ''}`;
  const customer = `${location}/customers/${customers.customer_list_id}/${customers.customer_id}`;
  return [
    { name: 'order-board', caption: 'The order board', path: `${location}/orders` },
    { name: 'hours', caption: 'Opening hours and preparation time', path: `${location}/hours` },
    { name: 'order-search', caption: 'Searching orders', path: `${location}/orders/search` },
    {
      name: 'order',
      caption: 'An order and its timeline',
      path: `${location}/orders/search`,
      before: (page) => page.locator('main a[href*="/orders/"]').filter({ hasText: '104' }).first().click(),
    },
    { name: 'today', caption: 'Today, at a location', path: `${location}/today` },
    { name: 'today-of-all', caption: 'Today, at all locations', path: '/back-office/today' },
    { name: 'menu', caption: 'A menu, as guests see it', path: `${location}/menus/${catalog_id}` },
    { name: 'customers', caption: 'Searching customers', path: `${location}/customers` },
    { name: 'customer', caption: 'A customer, with orders, points and cards', path: customer },
    { name: 'people', caption: 'Who works at a location', path: `${location}/people` },
    { name: 'apps', caption: 'The directory of apps', path: `${location}/apps` },
    { name: 'waiting-events', caption: 'Events waiting to be fetched or pushed', path: `${location}/events` },
  ];
};

export const afterLogIn = (demo: Demo, connection_id: string): Shot[] => {
  const account = `/back-office/accounts/${demo.account_id}`;
  const location = `/back-office/locations/${demo.location_ids[0] ?? ''}`;
  const client = `/back-office/clients/${demo.website.client_id}`;
  const connection = `/back-office/connections/${connection_id}`;
  return [
    { name: 'accounts', caption: 'A user’s accounts', path: '/back-office' },
    { name: 'account', caption: 'An account: its locations and connected applications', path: account },
    { name: 'new-location', caption: 'A new location', path: `${account}/locations/new` },
    { name: 'location', caption: 'A location and its connected applications', path: location },
    ...ofLocation(demo),
    { name: 'connection', caption: 'A connection: its permissions and activity', path: connection },
    { name: 'clients', caption: 'A developer’s applications', path: '/back-office/clients' },
    { name: 'client', caption: 'An application', path: client },
    {
      name: 'client-secret',
      caption: 'The client secret, shown after the password was entered',
      path: `${client}/secret`,
    },
    { name: 'profile', caption: 'The user’s profile', path: '/back-office/profile' },
    { name: 'sessions', caption: 'The browsers in which the user is logged in', path: '/back-office/profile/sessions' },
    { name: 'second-factors', caption: 'The user’s second factors', path: '/back-office/profile/second-factor' },
    { name: 'operator', caption: 'The operators’ page', path: '/back-office/operator' },
    { name: 'backlog', caption: 'What waits in the hub, since when, and why', path: '/back-office/operator/backlog' },
    { name: 'audit', caption: 'The audit', path: '/back-office/operator/audit' },
    { name: 'choose-location', caption: 'Authorisation: choosing a location', path: authorize(demo) },
    {
      name: 'choose-catalog',
      caption: 'Authorisation: choosing a catalog',
      path: authorize(demo),
      before: (page) => choose(page, 'Louvre'),
    },
    {
      name: 'consent',
      caption: 'Authorisation: consent',
      path: authorize(demo),
      before: async (page) => {
        await choose(page, 'Louvre');
        await choose(page, 'Menu');
      },
    },
  ];
};
