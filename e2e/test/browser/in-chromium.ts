import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, startChromium } from '../../src/browser/chromium.ts';
import { logInUnseen, type Person } from '../../src/browser/person.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';

/** A hub, and the browser windows of a test. */
export type Chromium = {
  hub: SharedHub;
  /** The origin of the hub's pages. */
  origin: string;
  /** A page in a browser with cookies of its own, closed after the test. Paths are those of the hub. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** The same, with the session of a person, who is logged in once for all tests of the file. */
  openAs: (person: Person, options?: BrowserContextOptions) => Promise<Page>;
  /** The same, but it stays open for all tests of the suite. */
  openForAll: () => Promise<Page>;
};

export type Script = 'with script' | 'without script';

/** Long enough for any page, and short enough to say which step of a test is stuck. */
const patienceMs = 30_000;

/** The browser of all suites of a test file. */
let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** The cookies of those who are logged in, by their email address. */
type Session = Awaited<ReturnType<BrowserContext['cookies']>>;
const sessions = new Map<string, Session>();

/** Reports that a suite cannot run in a browser: as skipped, or as failed when CI is set. */
function reportMissingChromium(suite: string): void {
  const name = `${suite}, in chromium (there is none: no CHROMIUM_PATH, no chromium on PATH)`;
  if (process.env['CI'] === 'true') test(name, () => expect('chromium').toBe('installed'));
  else test.skip(name, () => undefined);
}

/**
 * A suite in a real browser, one for all suites of a file: `inChromium('logging in', ({ open }) => { test(…) })`. Pages do not
 * depend on the bus: it uses the first hub.
 */
export function inChromium(suite: string, define: (chromium: Chromium) => void): void {
  const executablePath = findChromium();
  if (executablePath === undefined) return reportMissingChromium(suite);
  describe(`${suite}, in chromium`, () => {
    const [hub] = passedHubs().hubs as [SharedHub];
    const { origin } = new URL(hub.base_url);
    const contexts: BrowserContext[] = [];
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close();
    });

    async function openForAll(options: BrowserContextOptions = {}): Promise<Page> {
      browser ??= startChromium(executablePath as string);
      const context = await (await browser).newContext({ baseURL: origin, ...options });
      context.setDefaultTimeout(patienceMs);
      return context.newPage();
    }
    async function open(options?: BrowserContextOptions): Promise<Page> {
      const page = await openForAll(options);
      contexts.push(page.context());
      return page;
    }
    async function openAs(person: Person, options?: BrowserContextOptions): Promise<Page> {
      const page = await open(options);
      const context = page.context();
      const session = sessions.get(person.email);
      if (session) await context.addCookies(session);
      else await logInUnseen(context, person);
      sessions.set(person.email, await context.cookies());
      return page;
    }
    define({ hub, origin, open, openAs, openForAll });
  });
}

/**
 * A suite that must hold with script and without: `scripts` says which of them it tries. The checks of `checks.ts` need script
 * (`hasScript`).
 */
export function withAndWithoutScript(
  suite: string,
  scripts: readonly Script[],
  define: (chromium: Chromium & { hasScript: boolean }) => void,
): void {
  inChromium(suite, (chromium) => {
    describe.each(scripts)('%s', (script) => {
      const hasScript = script === 'with script';
      const options = { javaScriptEnabled: hasScript };
      define({
        ...chromium,
        open: (more) => chromium.open({ ...options, ...more }),
        openAs: (person, more) => chromium.openAs(person, { ...options, ...more }),
        hasScript,
      });
    });
  });
}

export const withAndWithout: readonly Script[] = ['with script', 'without script'];
