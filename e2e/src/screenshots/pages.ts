/** The pages in docs/screenshots, in the order in which a visitor meets them. */
import type { Page } from 'playwright-core';
import type { Demo } from '@order-hub/local/demo';
import { choose } from '../person.ts';

export type Shot = {
  /** The beginning of its files' names. */
  name: string;
  /** What it shows. */
  caption: string;
  path: string;
  /** Prepares the page before its picture is taken. */
  before?: (page: Page) => Promise<void>;
};

export const beforeLogIn: Shot[] = [
  { name: 'start', caption: 'What somebody finds who opens the address of the hub', path: '/' },
  { name: 'log-in', caption: 'Log in', path: '/back-office/log-in' },
  { name: 'sign-up', caption: 'A new user, with a business and its first location', path: '/back-office/sign-up' },
];

const authorize = ({ website }: Demo) =>
  `/oauth2/v1/authorize?${new URLSearchParams({
    client_id: website.client_id,
    redirect_uri: 'https://shop.example/back',
    scope: 'location[orders.write,catalog.read]',
  }).toString()}`;

export const afterLogIn = (demo: Demo, connection_id: string): Shot[] => {
  const account = `/back-office/accounts/${demo.account_id}`;
  const location = `/back-office/locations/${demo.location_ids[0] ?? ''}`;
  const client = `/back-office/clients/${demo.website.client_id}`;
  const connection = `/back-office/connections/${connection_id}`;
  return [
    { name: 'accounts', caption: 'The accounts of a user', path: '/back-office' },
    { name: 'account', caption: 'An account: its locations, and who may see them', path: account },
    { name: 'new-location', caption: 'A new location', path: `${account}/locations/new` },
    { name: 'location', caption: 'A location, and the applications that are connected to it', path: location },
    { name: 'live-orders', caption: 'The latest orders; the page changes by itself', path: `${location}/orders` },
    { name: 'waiting-events', caption: 'Events that wait to be fetched or pushed', path: `${location}/events` },
    { name: 'connection', caption: 'What an application may do, and did', path: connection },
    { name: 'clients', caption: "A developer's applications", path: '/back-office/clients' },
    { name: 'client', caption: 'An application', path: client },
    {
      name: 'client-secret',
      caption: 'Its secret, shown to who has just given the password',
      path: `${client}/secret`,
    },
    { name: 'profile', caption: 'The user', path: '/back-office/profile' },
    { name: 'sessions', caption: 'Where the user is logged in', path: '/back-office/profile/sessions' },
    { name: 'operator', caption: 'What operators of the hub see', path: '/back-office/operator' },
    { name: 'audit', caption: 'Who did what, when, and from where', path: '/back-office/operator/audit' },
    { name: 'choose-location', caption: 'An application asks to be let in: where?', path: authorize(demo) },
    {
      name: 'choose-catalog',
      caption: 'And to which catalog?',
      path: authorize(demo),
      before: (page) => choose(page, 'Louvre'),
    },
    {
      name: 'consent',
      caption: 'What it will be able to do, before it can',
      path: authorize(demo),
      before: async (page) => {
        await choose(page, 'Louvre');
        await choose(page, 'Menu');
      },
    },
  ];
};
