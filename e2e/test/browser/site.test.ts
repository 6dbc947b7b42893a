/** Every page is for everybody: with a keyboard, a screen reader, large text, a small window, in the dark. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { languages, type Language } from '@order-hub/shared/languages';
import type { Page } from 'playwright-core';
import { logIn, type Person } from '../../src/browser/person.ts';
import { addApp, enterCode, secondFactorPath, type App } from '../../src/browser/second-factor.ts';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { languageFaults, pageFaults, type Look } from './checks.ts';
import { inChromium } from './in-chromium.ts';
import { addSpecialDay, aNewcomer, anOwner, theApplications } from './owner.ts';
import { sitePaths, stepPaths, withIds } from './site.ts';
import type { Visitor, World } from './reached-page.ts';
import { firstOfEachPath, steps } from './steps.ts';

/** In `npm test` each page is looked at once, in a wide window and at 320 pixels; else also in each state, in every window and language. */
const look = sized<Look>('as it is', 'in every way');
const otherLanguages = sized<readonly Language[]>([], languages).filter((language) => language !== 'en');
const shownSteps = sized(firstOfEachPath(steps), steps);

/** A log-in is confirmed for ten minutes (docs/api/back-office.md#second-factors). On a slow machine, the tests take longer. */
const confirmedMs = 5 * 60_000;

const [paths, pathsOfSteps] = [await sitePaths(), await stepPaths()];

inChromium('every page', ({ hub, openForAll }) => {
  let world: World;
  // All tests share one window per visitor: opening one takes longer than checking a page.
  let windows: Record<Visitor, Page>;
  let app: App;
  let confirmedAt = Date.now();

  async function openAs(person: Person): Promise<Page> {
    const page = await openForAll();
    await logIn(page, person);
    return page;
  }

  beforeAll(async () => {
    const [owner, newcomer] = [await anOwner(hub), await aNewcomer(hub.operator)];
    world = { hub, owner, newcomer, applications: await theApplications(hub, owner) };
    windows = { owner: await openAs(owner.person), newcomer: await openAs(newcomer), nobody: await openForAll() };
    await windows.owner.goto(`${secondFactorPath}/app`);
    app = await addApp(windows.owner);
    await addSpecialDay(windows.owner, owner);
  });

  beforeEach(async () => {
    if (Date.now() - confirmedAt < confirmedMs) return;
    const page = windows.owner;
    await page.goto('/back-office/confirm?continue=/back-office');
    await page.getByLabel('Password').fill(world.owner.person.password);
    await enterCode(page, app, { button: 'Continue' });
    await page.waitForURL('**/back-office');
    confirmedAt = Date.now();
  });

  const statusOf = (page: Page) =>
    page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStatus);
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  const inOneLine = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

  const holders = new Map<string, string>();

  /** The page is for everybody, its title has the words of its heading, and no page at another path has the same. */
  async function expectForEverybody(page: Page): Promise<void> {
    expect(await pageFaults(page, look)).toEqual([]);
    const heading = inOneLine(await page.locator('h1').first().textContent());
    let title = '';
    // The title of the board alternates with the number of orders that nobody has answered.
    await eventually(async () => inOneLine((title = await page.title())).includes(heading));
    expect(holders.get(title) ?? pathOf(page)).toBe(pathOf(page));
    holders.set(title, pathOf(page));
  }

  test.each(paths)('%s', async (path) => {
    const page = windows.owner;
    // A hub that is too busy answers 503, and asks the user to try again.
    await eventually(async () => (await page.goto(withIds(path, world.owner.ids)))?.status() !== 503);
    expect([await statusOf(page), pathOf(page)]).toEqual([200, withIds(path, world.owner.ids)]);
    await expectForEverybody(page);
    expect(await languageFaults(page, otherLanguages)).toEqual([]);
  });

  describe('on the way', () => {
    beforeEach(() => windows.nobody.context().clearCookies());

    test.each(Object.entries(shownSteps))('%s', async (_name, { path, shows, status = 200, who = 'owner', go }) => {
      const page = windows[who];
      await go(page, world);
      await page.getByText(shows).first().waitFor();
      expect([await statusOf(page), pathOf(page)]).toEqual([status, path]);
      await expectForEverybody(page);
    });

    test('every step of an authorisation is among them', () => {
      const tested = Object.values(shownSteps).map(({ path }) => path);
      expect(pathsOfSteps.filter((path) => !tested.includes(path))).toEqual([]);
    });
  });
});
