/** Every page is for everybody: with a keyboard, a screen reader, large text, a small window, in the dark. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { logIn, type Person } from '../../src/person.ts';
import { pageFaults } from './checks.ts';
import { inChromium } from './in-chromium.ts';
import { aNewcomer, anOwner, theApplications } from './owner.ts';
import { sitePaths, stepPaths, withIds } from './site.ts';
import { steps, type Visitor, type World } from './steps.ts';

const [paths, pathsOfSteps] = [await sitePaths(), await stepPaths()];

inChromium('every page', ({ hub, open }) => {
  let world: World;
  const cookies: Partial<Record<Visitor, BrowserContextOptions['storageState'] & object>> = {};

  async function cookiesOf(person: Person) {
    const page = await open();
    await logIn(page, person);
    return page.context().storageState();
  }

  beforeAll(async () => {
    const [owner, newcomer] = [await anOwner(hub), await aNewcomer(hub.operator)];
    world = { hub, owner, newcomer, applications: await theApplications(hub, owner) };
    cookies.owner = await cookiesOf(owner.person);
    cookies.newcomer = await cookiesOf(newcomer);
  });

  const openAs = (who: Visitor) => open(cookies[who] && { storageState: cookies[who] });
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  const holders = new Map<string, string>();

  /** The page is for everybody, and no page at another path has its title. */
  async function expectForEverybody(page: Page): Promise<void> {
    expect(await pageFaults(page)).toEqual([]);
    const title = await page.title();
    expect(holders.get(title) ?? pathOf(page)).toBe(pathOf(page));
    holders.set(title, pathOf(page));
  }

  test.each(paths)('%s', async (path) => {
    const page = await openAs('owner');
    const reply = await page.goto(withIds(path, world.owner.ids));
    expect([reply?.status(), pathOf(page)]).toEqual([200, withIds(path, world.owner.ids)]);
    await expectForEverybody(page);
  });

  describe('on the way', () => {
    test.each(Object.entries(steps))('%s', async (_name, { path, shows, status = 200, who = 'owner', go }) => {
      const page = await openAs(who);
      let last: number | undefined;
      page.on('response', (response) => {
        if (response.request().isNavigationRequest()) last = response.status();
      });
      await go(page, world);
      await page.getByText(shows).first().waitFor();
      expect([last, pathOf(page)]).toEqual([status, path]);
      await expectForEverybody(page);
    });

    test('every step of an authorisation is among them', () => {
      const tested = Object.values(steps).map(({ path }) => path);
      expect(pathsOfSteps.filter((path) => !tested.includes(path))).toEqual([]);
    });
  });
});
