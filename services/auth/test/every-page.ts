/** Tests of every page of a service: the exact status for each kind of visitor, and no fault of ours whatever they send. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import fc from 'fast-check';
import { openBrowser, sessionsPath, type Browser } from './browser.ts';
import { clientName } from './builders.ts';
import {
  expectedOf,
  isLoggedOut,
  opensAlone,
  refusalOf,
  senderOf,
  type Expectations,
  type Page,
} from './expected-pages.ts';
import type { TestAuth } from './service.ts';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { encoded, fieldsIn, formText, oddFieldNames, oddIds, oddQuery } from './odd-forms.ts';
import { textsAroundNames } from './stored-names.ts';
import { aVisitedTenant, kinds, otherLocationName, type VisitedTenant, type VisitorKind } from './visitors.ts';

/** The pages among the endpoints of a service. */
export const pagesOf = (endpoints: readonly object[]): Page[] =>
  (endpoints as (Endpoint & { who?: unknown })[]).filter((endpoint): endpoint is Page => endpoint.who !== undefined);

export const pathOf = ({ path }: Page, idOf: (name: string) => string) =>
  path.replace(/:(\w+)/g, (_match, name: string) => idOf(name));

type Sending = { body?: string; language?: string };

/** Sends a request and fails on any answer but a page, a redirect or a stream. */
async function send(hub: TestAuth, browser: Browser, route: string, { body, language = 'en' }: Sending = {}) {
  const [method = 'GET', path = '/'] = route.split(' ');
  const response = await fetch(hub.urlOf(path), {
    method,
    redirect: 'manual',
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-forwarded-for': `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      'accept-language': language,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  // A live page has no end.
  const isStream = type.startsWith('text/event-stream');
  const html = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  if (response.status !== 303 && !isStream) expect(type).toContain('text/html');
  return { status: response.status, to: response.headers.get('location') ?? '', html };
}

/**
 * `isWhole`: every visitor opens every page and breaks every form with many values. Otherwise nobody opens what another visitor
 * with the same rights is shown, and one visitor who may send a form breaks it.
 */
type Suite = { hub: () => TestAuth; pages: readonly Page[]; expectations: Expectations; isWhole: boolean };

type Shown = { page: Page; status: number; to: string; html: string };

/** The language whose texts from messages are marked. */
const marked = 'en-XA';

/** Declares the tests. */
export function testEveryPage({ hub, pages, expectations, isWhole }: Suite): void {
  let visited: VisitedTenant;
  beforeAll(async () => (visited = await aVisitedTenant(hub())));
  const idOf = (name: string) => visited.ids[name] ?? newId();
  const gets = pages.filter(({ method }) => method === 'GET');
  const posts = pages.filter(({ method }) => method === 'POST');
  const openedBy = (kind: VisitorKind) => gets.filter((page) => isWhole || opensAlone(page, kind, expectations));
  const sentBy = (kind: VisitorKind) => posts.filter((page) => isWhole || senderOf(page) === kind);

  const shown = new Map<VisitorKind, Promise<Shown[]>>();
  async function openAll(kind: VisitorKind): Promise<Shown[]> {
    const browser = await visited.visit[kind]();
    const answers: Shown[] = [];
    for (const page of openedBy(kind)) {
      answers.push({ page, ...(await send(hub(), browser, `GET ${pathOf(page, idOf)}`, { language: marked })) });
    }
    return answers;
  }
  /** What a visitor is shown, read once for all tests. */
  function shownTo(kind: VisitorKind): Promise<Shown[]> {
    const answers = shown.get(kind) ?? openAll(kind);
    shown.set(kind, answers);
    return answers;
  }

  const visitors = kinds.filter((kind) => openedBy(kind).length > 0);
  describe.each(visitors)('%s', (kind) => {
    test('gets the page, or is sent where they must go first', async () => {
      const answers = (await shownTo(kind)).map(({ page, status, to }) => {
        const expected = expectedOf(page, kind, expectations);
        return [page.path, { status, ...(expected.to !== undefined && { to: to.slice(0, expected.to.length) }) }];
      });
      expect(answers).toEqual(openedBy(kind).map((page) => [page.path, expectedOf(page, kind, expectations)]));
    });

    test('gets a page or a client error for every odd query and id', async () => {
      const browser = await visited.visit[kind]();
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...openedBy(kind)),
          oddQuery,
          oddIds,
          fc.boolean(),
          async (page, given, odd, isOwn) => {
            const path = `${pathOf(page, isOwn ? idOf : () => odd)}?${encoded(given)}`;
            const { status, html } = await send(hub(), browser, `GET ${path}`);
            const allowed = [expectedOf(page, kind, expectations).status, 400, 404, 422];
            expect(allowed.includes(status) ? 'allowed' : [path, status]).toBe('allowed');
            expect(html).not.toMatch(/<b>|\bat \S+ \(/);
          },
        ),
        { numRuns: isWhole ? 60 : 10 },
      );
    });

    if (sentBy(kind).length === 0) return;

    test('breaks nothing with any form', async () => {
      let browser = await visited.visit[kind]();
      // Pages with a form of another page give it its token.
      let token = '';
      const show = async (path: string) => {
        const page = await send(hub(), browser, `GET ${path}`);
        token = / name="form_token" value="([^"]+)"/.exec(page.html)?.[1] ?? token;
        return page;
      };
      const mustLogIn = (to: string) => to.startsWith('/back-office/log-in') || to.startsWith('/back-office/confirm');
      for (const page of sentBy(kind)) {
        if (isWhole) browser = await visited.visit[kind]();
        const path = pathOf(page, idOf);
        const allowed = [
          200,
          303,
          400,
          403,
          404,
          422,
          429,
          ...([...expectations.asksOthers, ...(expectations.formAsksOthers ?? [])].includes(page.path) ? [503] : []),
        ];
        await fc.assert(
          fc.asyncProperty(
            fc.array(formText, { minLength: 12, maxLength: 12 }),
            fc.boolean(),
            async (texts, isOurs) => {
              let form = await show(path);
              if (mustLogIn(form.to) && !isLoggedOut(kind)) {
                browser = await visited.visit[kind]();
                form = await show(path);
              }
              const wanted = [...fieldsIn(form.html), ...oddFieldNames].slice(0, 12);
              const filled = Object.fromEntries(wanted.map((name, index) => [name, texts[index] ?? '']));
              const body = encoded({ ...filled, form_token: isOurs || !isWhole ? token : 'none' });
              const { status } = await send(hub(), browser, `POST ${path}`, { body });
              expect(allowed.includes(status) ? 'allowed' : [path, body, status]).toBe('allowed');
            },
          ),
          { numRuns: isWhole ? 8 : 1 },
        );
      }
    });
  });

  test.each(['the owner', 'an operator'] as const)('%s reads stored names that are isolated', async (kind) => {
    const { user, account, location } = visited.tenant;
    const names = [user.email, `${user.first_name} ${user.last_name}`, account.name, location.name, clientName];
    for (const { page, html } of await shownTo(kind)) {
      expect([page.path, ...textsAroundNames(html, names)]).toEqual([page.path]);
    }
  });

  test('no form is taken from a role that its page does not name', async () => {
    const answers = [];
    const expected = [];
    for (const kind of [
      'a stranger',
      'a manager',
      'a manager of another location',
      'somebody in the kitchen',
    ] as const) {
      const browser = await visited.visit[kind]();
      const { html } = await send(hub(), browser, `GET ${sessionsPath}`);
      const form_token = / name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(form_token).not.toBe('');
      for (const page of posts) {
        const refusal = refusalOf(page, kind);
        if (!refusal || isLoggedOut(kind)) continue;
        const { status } = await send(hub(), browser, `POST ${pathOf(page, idOf)}`, { body: encoded({ form_token }) });
        answers.push([kind, page.path, status]);
        expected.push([kind, page.path, refusal.status]);
      }
    }
    expect(answers).toEqual(expected);
  });

  const placed = pages.filter(
    ({ path, who }) => /:(?:account|location|connection)_id/.test(path) && !who.endsWith('operator'),
  );

  if (placed.length > 0) {
    test('of an account that requires a second factor, none opens for somebody without one', async () => {
      const { account } = visited.tenant;
      const updateRequired = (since: string) =>
        hub().db.query(`update accounts set second_factor_required_at = ${since} where id = $1`, [account.id]);
      await updateRequired('now()');
      const answers = [];
      const expected = [];
      for (const kind of ['the owner', 'a manager', 'somebody in the kitchen'] as const) {
        const browser = await visited.visit[kind]();
        for (const page of placed) {
          const path = pathOf(page, idOf);
          const { status, to } = await send(
            hub(),
            browser,
            `${page.method} ${path}`,
            page.method === 'POST' ? { body: '' } : {},
          );
          answers.push([kind, page.method, page.path, status, to]);
          const isTheirs = kind === 'the owner' || path.includes(idOf('location_id'));
          const setUp = `/back-office/profile/second-factor?continue=${encodeURIComponent(path)}`;
          expected.push([kind, page.method, page.path, ...(isTheirs ? [303, setUp] : [404, ''])]);
        }
        for (const page of gets.filter(({ path, who }) => !path.includes('/:') && who === 'user')) {
          const { html } = await send(hub(), browser, `GET ${page.path}`);
          expect([page.path, html.includes(idOf('connection_id')), html.includes(idOf('member_id'))]).toEqual([
            page.path,
            false,
            false,
          ]);
        }
      }
      await updateRequired('null');
      expect(answers).toEqual(expected);
    });
  }

  test('every text comes from messages, but for pages that are not converted yet', async () => {
    const { user, account, location } = visited.tenant;
    const person = `${user.first_name} ${user.last_name}`;
    const data = [user.email, person, account.name, location.name, otherLocationName, clientName];
    const unconverted = new Map<string, string[]>();
    for (const kind of ['nobody', 'the owner', 'an operator'] as const) {
      for (const { page, status, html } of await shownTo(kind)) {
        const unmarked = status === 200 ? unmarkedTexts(html, data) : [];
        if (unmarked.length > 0) unconverted.set(page.path, unmarked);
      }
    }
    const { toConvert } = expectations;
    expect([...unconverted].filter(([path]) => !toConvert.includes(path))).toEqual([]);
    expect(toConvert.filter((path) => !unconverted.has(path))).toEqual([]);
  });

  test('no page repeats or believes a claimed host', async () => {
    for (const page of gets) {
      const browser = openBrowser(hub(), {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        forwarded: 'host=evil.example',
        'x-original-url': '/evil.example',
      });
      const { html, headers } = await browser.request('GET', pathOf(page, idOf));
      const answer = html + JSON.stringify(headers.getSetCookie()) + headers.get('location');
      expect(answer).not.toMatch(/evil\.example|gopher/);
    }
  });
}
