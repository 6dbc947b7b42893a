import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, startChromium } from '../../src/browser/chromium.ts';
import { passedHubs, type SharedHub } from '../hubs.ts';

/** A hub, and the browser windows of a test. */
export type Chromium = {
  hub: SharedHub;
  /** The origin of the hub's pages. */
  origin: string;
  /** A page in a browser with cookies of its own, closed after the test. Paths are those of the hub. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** The same, but it stays open for all tests of the suite. */
  openForAll: () => Promise<Page>;
};

/** Long enough for any page, and short enough to say which step of a test is stuck. */
const patienceMs = 30_000;

/** Reports that a suite cannot run in a browser: as skipped, or as failed when CI is set. */
function reportMissingChromium(suite: string): void {
  const name = `${suite}, in chromium (there is none: no CHROMIUM_PATH, no chromium on PATH)`;
  if (process.env['CI'] === 'true') test(name, () => expect('chromium').toBe('installed'));
  else test.skip(name, () => undefined);
}

/**
 * A suite in a real browser, one for all its tests: `inChromium('logging in', ({ open }) => { test(…) })`. Pages do not
 * depend on the bus: it uses the first hub.
 */
export function inChromium(suite: string, define: (chromium: Chromium) => void): void {
  const executablePath = findChromium();
  if (executablePath === undefined) return reportMissingChromium(suite);
  describe(`${suite}, in chromium`, () => {
    const [hub] = passedHubs().hubs as [SharedHub];
    const { origin } = new URL(hub.base_url);
    const contexts: BrowserContext[] = [];
    let browser: Browser;
    beforeAll(async () => {
      browser = await startChromium(executablePath);
    });
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close();
    });
    afterAll(() => browser.close());

    async function openForAll(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ baseURL: origin, ...options });
      context.setDefaultTimeout(patienceMs);
      return context.newPage();
    }
    async function open(options?: BrowserContextOptions): Promise<Page> {
      const page = await openForAll(options);
      contexts.push(page.context());
      return page;
    }
    define({ hub, origin, open, openForAll });
  });
}

/** A suite that must hold with script and without. The checks of `checks.ts` need script (`hasScript`). */
export function withAndWithoutScript(
  suite: string,
  define: (chromium: Chromium & { hasScript: boolean }) => void,
): void {
  inChromium(suite, (chromium) => {
    describe.each([
      ['with script', true],
      ['without script', false],
    ])('%s', (_name, hasScript) => {
      const open: Chromium['open'] = (options) => chromium.open({ javaScriptEnabled: hasScript, ...options });
      define({ ...chromium, open, hasScript });
    });
  });
}
