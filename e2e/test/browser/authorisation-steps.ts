/** The pages of an authorisation, in each of their states. */
import { resumeLocation, suspendLocation } from '@order-hub/shared/management/locations';
import { operatorClient } from '@order-hub/operator/client';
import type { Page } from 'playwright-core';
import { choose, press } from '../../src/browser/person.ts';
import { authorizePath, longRedirectUri, outOfBand } from './application.ts';
import { longName, type Applications } from './owner.ts';
import type { ReachedPage, World } from './reached-page.ts';

const withBoth = 'location[orders.write,catalog.write,customer_list.write],profile_with_email';
const authorize = '/oauth2/v1/authorize';

/** Begins to authorise an application. */
const begin =
  (parameters: Record<string, string> = {}, which: keyof Applications = 'fresh') =>
  (page: Page, { applications }: World) =>
    page.goto(authorizePath(applications[which], { redirect_uri: longRedirectUri, ...parameters }));

/** Begins, then does more. */
const beginThen =
  (
    parameters: Record<string, string>,
    then: (page: Page, world: World) => Promise<unknown>,
    which?: keyof Applications,
  ) =>
  async (page: Page, world: World) => {
    await begin(parameters, which)(page, world);
    await then(page, world);
  };

const chooseLouvre = (page: Page) => choose(page, 'Louvre');
const followLink = (name: string) => (page: Page) => page.getByRole('main').getByRole('link', { name }).click();

async function chooseAll(page: Page): Promise<void> {
  await choose(page, 'Louvre');
  await choose(page, 'Menu');
  await choose(page, 'Guests');
}

const places: Record<string, ReachedPage> = {
  'choose a location': {
    path: `${authorize}/place`,
    shows: 'Suspended. The subscription has not been paid',
    go: begin(),
  },
  'choose a location: nothing was chosen': {
    path: `${authorize}/place`,
    shows: 'Place must be chosen',
    status: 422,
    go: beginThen({}, (page) => press(page, 'Continue')),
  },
  'choose a location: what was searched is not there': {
    path: `${authorize}/place`,
    shows: 'No name contains this',
    go: beginThen({}, (page) => page.goto(`${page.url()}&search=nothing`)),
  },
  'choose a location: all are suspended': {
    path: `${authorize}/place`,
    shows: 'so no application can be connected:',
    go: beginThen({}, (page) => page.goto(`${page.url()}&search=Closed`)),
  },
  'choose a location: there is none': {
    path: `${authorize}/place`,
    shows: 'You have none yet',
    who: 'newcomer',
    go: begin(),
  },
  'choose an account': {
    path: `${authorize}/place`,
    shows: 'wants to connect to one account',
    go: begin({ scope: 'account[orders.read]' }),
  },
  'new location': {
    path: `${authorize}/new-location`,
    shows: 'Account that owns it',
    go: beginThen({ location_name: longName('Prefilled'), country: 'FR' }, followLink('Create a new location')),
  },
  'new location: with faults': {
    path: `${authorize}/new-location`,
    shows: 'Name must not be empty',
    status: 422,
    go: beginThen({}, async (page) => {
      await followLink('Create a new location')(page);
      await press(page, 'Create the location');
    }),
  },
  'new location: no account for it': {
    path: `${authorize}/new-location`,
    shows: 'A location belongs to an account',
    who: 'newcomer',
    go: beginThen({}, followLink('Create a new location')),
  },
  'new account': {
    path: `${authorize}/new-account`,
    shows: 'It decides the currency',
    go: beginThen({ scope: 'account[orders.read]' }, followLink('Create a new account')),
  },
};

const selections: Record<string, ReachedPage> = {
  'choose a catalog': {
    path: `${authorize}/catalog`,
    shows: 'Only of Louvre',
    go: beginThen({ scope: withBoth }, chooseLouvre),
  },
  'choose a catalog: there is none': {
    path: `${authorize}/catalog`,
    shows: 'A catalog holds what can be ordered',
    go: beginThen({ scope: withBoth }, (page) => choose(page, 'Halles')),
  },
  'new catalog': {
    path: `${authorize}/new-catalog`,
    shows: 'Such as “Menu”',
    go: beginThen({ scope: withBoth }, async (page) => {
      await choose(page, 'Halles');
      await followLink('Create a new catalog')(page);
    }),
  },
  'choose a customer list': {
    path: `${authorize}/customer-list`,
    shows: 'Only of Louvre',
    go: beginThen({ scope: 'location[customer_list.read]' }, chooseLouvre),
  },
  'new customer list': {
    path: `${authorize}/new-customer-list`,
    shows: 'Such as “Customers”',
    go: beginThen({ scope: 'location[customer_list.read]' }, async (page) => {
      await choose(page, 'Halles');
      await followLink('Create a new customer list')(page);
    }),
  },
};

const consent = `${authorize}/consent`;
/** What a location needs that is suspended while its owner decides. */
const suspend = async ({ hub, owner }: World, verb: 'suspend' | 'resume') =>
  operatorClient(hub.operator).ask(verb === 'suspend' ? suspendLocation : resumeLocation, {
    params: { location_id: owner.ids.location_id },
  });

const decisions: Record<string, ReachedPage> = {
  'consent: a location, its catalog and its customer list': {
    path: consent,
    shows: 'See, add and change the customers in the customer list',
    go: beginThen({ scope: withBoth, name: longName('Counter') }, chooseAll),
  },
  'consent: an account': {
    path: consent,
    shows: 'See the orders and deliveries of every location of Trattoria',
    go: beginThen({ scope: 'account[orders.read]' }, (page) => choose(page, 'Trattoria')),
  },
  'consent: the profile alone': {
    path: consent,
    shows: 'See your name, timezone and languages',
    go: begin({ scope: 'profile' }),
  },
  'consent: connected already': {
    path: consent,
    shows: 'Already connected since',
    go: beginThen({}, chooseLouvre, 'connected'),
  },
  'consent: blocked': {
    path: consent,
    shows: 'Approving unblocks it',
    go: beginThen({}, chooseLouvre, 'blocked'),
  },
  'consent: suspended meanwhile': {
    path: consent,
    shows: 'is suspended. The subscription has not been paid',
    go: beginThen({}, async (page, world) => {
      await chooseLouvre(page);
      await page.getByRole('button', { name: 'Refuse' }).waitFor();
      await suspend(world, 'suspend');
      await page.reload().finally(() => suspend(world, 'resume'));
    }),
  },
  'consent: changed on its way': {
    path: consent,
    shows: 'Nothing was approved',
    status: 422,
    go: beginThen({ scope: 'profile' }, async (page) => {
      const approve = page.getByRole('button', { name: 'Approve' });
      await approve.evaluate((button) => void ((button as HTMLButtonElement).value = 'something else'));
      await approve.click();
    }),
  },
  'the code is shown': {
    path: consent,
    shows: 'Do not share it',
    go: beginThen({ scope: 'profile', redirect_uri: outOfBand }, (page) => press(page, 'Approve')),
  },
  'nothing was connected': {
    path: consent,
    shows: 'You refused',
    go: beginThen({ scope: 'profile', redirect_uri: outOfBand }, (page) => press(page, 'Refuse')),
  },
  'a request that is out of date': {
    path: consent,
    shows: 'This request is out of date',
    status: 400,
    go: (page) => page.goto(`${consent}?request=of-yesterday`),
  },
};

const beginnings: Record<string, ReachedPage> = {
  'an application that is not known': {
    path: authorize,
    shows: 'its client_id is missing or wrong',
    status: 400,
    who: 'nobody',
    go: begin({ client_id: 'nobody' }),
  },
  'a wrong redirect URI': {
    path: authorize,
    shows: 'to an address that it has not registered',
    status: 400,
    who: 'nobody',
    go: begin({ redirect_uri: 'javascript:alert(1)' }),
  },
  'a wrong scope of an installed application': {
    path: authorize,
    shows: 'Only the makers of the application can fix this',
    status: 400,
    go: begin({ redirect_uri: outOfBand, scope: 'location[everything.write]' }),
  },
  'log in, for an application': {
    path: '/back-office/log-in',
    shows: 'To connect Kiosk',
    who: 'nobody',
    go: begin(),
  },
  'sign up, for an application': {
    path: '/back-office/sign-up',
    shows: 'Then you can connect Kiosk',
    who: 'nobody',
    go: beginThen({}, followLink('Create an account')),
  },
};

export const authorisationSteps: Record<string, ReachedPage> = {
  ...beginnings,
  ...places,
  ...selections,
  ...decisions,
};
