import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Who } from '@order-hub/pages/visit';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { everyRole, managingRoles, ownerRole, type Role } from '@order-hub/shared/roles';
import { sized } from '@order-hub/testing/extent';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { type Browser, logInAs, openBrowser } from '../../auth/test/browser.ts';
import { pagesOf, testEveryPage } from '../../auth/test/every-page.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { anOwner, anOwnerOfLocation } from '../../auth/test/owner.ts';
import { endpoints } from '../src/app.ts';
import { logPaths, requestLogPaths } from '../src/paths/log-path.ts';
import { type AnsweringService, type Answers, refusal, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aBoardOrder } from './board-orders.ts';
import { toConvert } from './to-convert.ts';

describe('every page', () => {
  const menuPaths = [
    '',
    ...['', '/export', '/import', '/images/:image_id'].map((path) => `/:catalog_id${path}`),
    ...['', '/sold-out', '/pictures', '/skus/:sku_id', '/skus/:sku_id/prices'].map(
      (path) => `/:catalog_id/products/:product_id${path}`,
    ),
    ...['', '/:option_list_id'].map((path) => `/:catalog_id/option-lists${path}`),
    ...['', '/prices', '/sold-out'].map(
      (path) => `/:catalog_id/option-lists/:option_list_id/options/:option_id${path}`,
    ),
    ...['', '/:deal_id', '/:deal_id/lines/:line_id'].map((path) => `/:catalog_id/deals${path}`),
    ...['', '/:category_id'].map((path) => `/:catalog_id/categories${path}`),
  ];

  let hub: TestBackOffice;

  beforeAll(async () => (hub = await startTestBackOffice()));

  afterAll(() => hub.close());

  testEveryPage({
    hub: () => hub,
    pages: pagesOf(endpoints),
    expectations: {
      asksOthers: [
        '/back-office/locations/:location_id/today',
        '/back-office/locations/:location_id/orders',
        ...['accept', 'reject', 'ready', 'send', 'complete', 'delay', 'cancel', 'receipt'].map(
          (name) => `/back-office/locations/:location_id/orders/:order_id/${name}`,
        ),
        '/back-office/locations/:location_id/orders/search',
        '/back-office/locations/:location_id/orders/export',
        '/back-office/locations/:location_id/orders/:order_id',
        '/back-office/locations/:location_id/events',
        ...menuPaths.map((path) => `/back-office/locations/:location_id/menus${path}`),
        '/back-office/operator/dropped-events',
        ...logPaths.flatMap((path) =>
          ['', '/resend', '/test', '/:attempt_id', '/:attempt_id/resend'].map((page) => path + page),
        ),
        '/back-office/locations/:location_id/customers',
        ...['', '/update', '/anonymise', '/cards', '/cards/:loyalty_card_id'].map(
          (page) => `/back-office/locations/:location_id/customers/:customer_list_id/:customer_id${page}`,
        ),
        ...requestLogPaths.flatMap((path) => [path, `${path}/:request_id`]),
        '/back-office/clients/:client_id/requests',
      ],
      managersAskOthers: ['/back-office/today'],
      formAsksOthers: ['/back-office/operator/parked-messages/delete', '/back-office/operator/dropped-events/replay'],
      needsRequest: /^$/,
      toConvert,
    },
    isWhole: sized(false, true),
  });
});

/** Every page of the back office declares who may open it. */
describe('policies', () => {
  const declared: (Endpoint & { who?: Who })[] = endpoints;

  const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

  test('only the root page and the documentation are open to everyone; what is left answers 404', () => {
    expect(declared.filter(({ who }) => who === 'anyone').map(routeOf)).toEqual(['GET /']);
    const isDocs = ({ path }: { path: string }) => /^\/docs\b|^\/llms\.txt$/.test(path);
    const others = declared.filter(({ who }) => who === undefined);
    expect(others.filter((route) => !isDocs(route)).map(routeOf)).toEqual(['GET /back-office/*rest']);
    expect(others.filter(isDocs).filter(({ method, access }) => method !== 'GET' || access !== 'public')).toEqual([]);
  });

  test('the pages of operators are for operators', () => {
    const pages = declared.filter(({ path }) => /^\/back-office\/(operators?|audit)\b/.test(path));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter(({ who }) => !who?.endsWith('operator')).map(routeOf)).toEqual([]);
  });

  test('every route is declared once', () => {
    const routes = declared.map(routeOf);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });
});

/**
 * Which part of a location is for which role (docs/api/back-office.md#people). A page says so itself (`roles`); a page that
 * forgets it, or gives more than its part allows, fails here. A new part needs a line.
 */
describe('rights by role', () => {
  /** `least`: the roles for which each page of the part is; `most`: those for which it may be. The first match counts. */
  type Part = { path: RegExp; least: readonly Role[]; most: readonly Role[] };

  const exactly = (path: RegExp, roles: readonly Role[]): Part => ({ path, least: roles, most: roles });

  const parts: readonly Part[] = [
    exactly(/^$/, everyRole),
    exactly(/^\/leave$/, ['manager', 'kitchen']),
    exactly(/^\/people\/:member_id\/update$/, ownerRole),
    exactly(/^\/(?:people|invitations)(?:\/|$)/, managingRoles),
    { path: /^\/orders(?:\/|$)/, least: managingRoles, most: everyRole },
    exactly(/^\/(?:hours|customers|today)(?:\/|$)/, managingRoles),
    exactly(/^\/menus\/:catalog_id\/(?:import|export)(?:\/|$)/, managingRoles),
    { path: /^\/(?:menus|pause|busy|normal|resume)(?:\/|$)/, least: managingRoles, most: everyRole },
    exactly(/^\/(?:update|events|apps)(?:\/|$)/, ownerRole),
  ];

  const ofLocation = '/back-office/locations/:location_id';

  const pages = pagesOf(endpoints).filter(({ who }) => !who.endsWith('operator'));

  test.each(pages.filter(({ path }) => path.startsWith(ofLocation)))(
    '$method $path is for the roles of its part',
    (page) => {
      const part = parts.find(({ path }) => path.test(page.path.slice(ofLocation.length)));
      expect(part && 'in a part').toBe('in a part');
      expect(page.roles).toEqual(expect.arrayContaining([...(part?.least ?? [])]));
      expect(part?.most).toEqual(expect.arrayContaining([...page.roles]));
    },
  );

  const ofOwners = pages.filter(({ path }) => path.includes('/:') && !path.startsWith(ofLocation));

  test.each(ofOwners)(
    '$method $path is for owners alone: it is about an account, a connection or a client',
    ({ roles }) => {
      expect(roles).toEqual(ownerRole);
    },
  );
});

/** Pages tell the errors of services in the language of their visitor (docs/decisions/0081-messages.md). */
describe('pages of errors', () => {
  const answers: Answers = {};

  let orders: AnsweringService;

  let hub: TestBackOffice;

  beforeAll(async () => {
    orders = await startAnsweringService(answers);
    hub = await startTestBackOffice({ env: { ORDERS_URL: orders.url, CLIENTS_PER_USER_MAX: '1' } });
  });

  afterAll(async () => {
    await hub.close();
    await orders.close();
  });

  /** The same session in a browser of another language. */
  function speaking(language: string, { cookies }: Browser): Browser {
    const browser = openBrowser(hub, { 'accept-language': language });
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  }

  /** A form that orders refuses, because somebody else sends the same one. */
  async function conflict(language: string) {
    const { browser, location } = await anOwnerOfLocation(hub);
    const order = aBoardOrder({ status: 'awaiting_collection', service_type: 'collection' });
    const path = `/locations/${location.id}/orders/${order.id}`;
    answers[`GET /internal/board-orders/${order.id}`] = () => order;
    answers[`GET ${path}`] = () => order;
    answers[`PATCH ${path}`] = () =>
      refusal(409, {
        error_type: 'conflict',
        code: 'conflict',
        message: 'A request with this Idempotency-Key is under way',
      });
    const own = speaking(language, browser);
    return own.send(await own.open(`/back-office${path}/complete`));
  }

  /** One client more than the user may have. */
  async function quotaUsedUp(language: string) {
    const { browser, user } = await anOwner(hub);
    await hub.operator('POST /management/clients', { user_id: user.id, name: 'Till' });
    const own = speaking(language, browser);
    return own.send(await own.open('/back-office/clients/new'), { name: 'Another', redirect_uris: '' });
  }

  /** A page of a service that does not answer. */
  async function unavailable(language: string) {
    const { browser, location } = await anOwnerOfLocation(hub);
    return speaking(language, browser).open(`/back-office/locations/${location.id}/menus`);
  }

  async function roleNotAllowed(language: string) {
    const { kitchen, location } = await aStaffedLocation(hub);
    return speaking(language, await logInAs(hub, kitchen)).open(`/back-office/locations/${location.id}/hours`);
  }

  const missing = async (language: string) =>
    speaking(language, (await anOwner(hub)).browser).open('/back-office/accounts/nobody');

  async function outOfDate(language: string) {
    const { browser } = await anOwner(hub);
    const own = speaking(language, browser);
    return own.send(await own.open('/back-office/accounts/new'), { form_token: 'none' });
  }

  const errors: readonly (readonly [string, number, (language: string) => ReturnType<Browser['open']>, string])[] = [
    ['a conflict', 409, conflict, 'La même action est déjà en cours.'],
    ['a quota that is used up', 422, quotaUsedUp, 'Vous pouvez enregistrer au plus 1 client.'],
    ['a service that does not answer', 503, unavailable, 'Une partie du hub ne peut pas répondre en ce moment.'],
    ['a role that may not', 403, roleNotAllowed, 'Votre rôle dans cet établissement ne le permet pas.'],
    ['what does not exist', 404, missing, 'Ce que vous cherchez n’existe pas'],
    ['a form that is out of date', 403, outOfDate, 'Ce formulaire est périmé.'],
  ];

  describe.each(errors)('the page of %s', (_what, status, reach, inFrench) => {
    test('has no text that is not a message', async () => {
      const page = await reach('en-XA');
      expect(page.status).toBe(status);
      expect(page.html).toContain('⟦');
      expect(unmarkedTexts(page.html, [])).toEqual([]);
    });

    test('says it in the language of the visitor', async () => {
      const page = await reach('fr');
      expect(page.status).toBe(status);
      expect(page.html).toContain('<html lang="fr">');
      expect(page.html).toContain(inFrench);
    });
  });
});
