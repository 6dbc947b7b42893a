/** The accessibility checks of every page (docs/api/back-office.md#for-everybody). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Language } from '@order-hub/shared/languages';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified axe. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const axeKey = 'axe-core';

/** How far a page is checked: in its window and at 320 pixels, or also in other windows, in the dark, and with large text. */
export type Look = 'as it is' | 'in every way';

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };

/**
 * Loads axe into the page. The page's storage keeps the source: sending and parsing half a megabyte takes longer than running
 * it. A page without storage, or whose storage was cleared, receives it again.
 */
async function loadAxe(page: Page): Promise<void> {
  const isKept = await page.evaluate((key) => {
    const source = localStorage.getItem(key);
    if (source === null) return false;
    (0, eval)(source);
    return true;
  }, axeKey);
  if (isKept) return;
  await page.evaluate(axe);
  await page.evaluate(([key, source]) => localStorage.setItem(key, source), [axeKey, axe] as const);
}

/** What axe finds: the rules of WCAG 2.2 A and AA, and good practice. In the dark only colours differ. */
function violations(page: Page, rules?: string[]): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags };
  // Without its whole answer, which takes long to leave the browser.
  return page.evaluate(
    async (options) => {
      const found = await (globalThis as any).axe.run({ ...options, resultTypes: ['violations'], preload: false });
      return (found.violations as Result[]).flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    { runOnly },
  );
}

/** What axe finds in the window as it is, or in both sizes and in dark colours. */
async function axeViolations(page: Page, look: Look): Promise<string[]> {
  // Without it axe sees colours in transition.
  await page.emulateMedia({ reducedMotion: 'reduce', ...(look === 'in every way' && { colorScheme: 'light' }) });
  await loadAxe(page);
  if (look === 'as it is') return violations(page);
  await page.setViewportSize(phone);
  const found = await violations(page);
  await page.setViewportSize(wide);
  found.push(...(await violations(page)));
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found, ...(await violations(page, ['color-contrast']))];
}

/** Links and controls smaller than 24 pixels. A link within a sentence may be as high as its line. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => !element.matches('.skip, p:not(.actions) a'))
      .map((element) => ({ element, target: element.closest('label') ?? element }))
      .filter(({ target }) => {
        const { width, height } = target.getBoundingClientRect();
        return Math.min(width, height) < 24;
      })
      .map(({ element }) => `small: ${element.outerHTML}`),
  );

const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.documentElement.scrollWidth > innerWidth ? [`wider than the window at ${innerWidth} pixels`] : [],
  );

/** Whether the page is wider than its window, also at 320 pixels; in every way, also with text twice as large. */
async function overflows(page: Page, look: Look): Promise<string[]> {
  const before = page.viewportSize() ?? wide;
  const found = await tooWide(page);
  await page.setViewportSize(narrowest);
  found.push(...(await tooWide(page)));
  await page.setViewportSize(look === 'as it is' ? before : wide);
  if (look === 'as it is') return found;
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  found.push(...(await tooWide(page)));
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  return found;
}

type Stop = { at: number; isSeen: boolean; html: string };

/** Begins to note what gets the focus: its position in the page, and whether its focus is visible. */
const noteFocus = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const stops: Stop[] = [];
    function note() {
      const element = document.activeElement;
      if (!element || element === document.body) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const { left, right, height } = element.getBoundingClientRect();
      const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && right > 0 && left >= 0 && height > 0;
      stops.push({ at: all.indexOf(element), isSeen, html: element.outerHTML.slice(0, 200) });
    }
    document.addEventListener('focusin', note);
    Object.assign(globalThis, { stops });
  });

/** Links and controls of a page, which Tab may reach. */
const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
const stopsMax = 300;

/** Holds Tab until the first stop has the focus again, and returns what had it meanwhile, in this order. */
async function holdTab(page: Page): Promise<Stop[]> {
  // All at once: a press that waits for the one before takes twice as long. One more leaves the page, and one returns to it.
  const atOnce = (await page.locator(controls).count()) + 2;
  for (let pressed = atOnce; ; pressed += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => page.keyboard.down('Tab')));
    const stops = await page.evaluate(() => (globalThis as unknown as { stops: Stop[] }).stops);
    const end = stops.findIndex(({ at }, index) => index > 0 && at === stops[0]?.at);
    if (end < 0 && pressed < stopsMax) continue;
    await page.keyboard.up('Tab');
    return end < 0 ? stops : stops.slice(0, end);
  }
}

/** Goes through the page with Tab. Returns controls reached out of order, without visible focus, or not at all. */
async function keyboardFaults(page: Page): Promise<string[]> {
  // Begins at the first stop, even when a field has the focus as the page opens.
  await page.locator('.skip').focus();
  await page.keyboard.press('Tab');
  await noteFocus(page);
  await page.keyboard.press('Shift+Tab');
  const stops = await holdTab(page);
  const reached = stops.map(({ at }) => at);
  const missed = await page.evaluate(
    ([places, selector]) => {
      const all = [...document.querySelectorAll('*')];
      // What is in closed details is reached once they are opened.
      const isOther = (element: Element) =>
        element.matches('input[type=radio], details:not([open]) > :not(summary) *') ||
        (element as HTMLButtonElement).disabled;
      return all
        .filter((element) => element.matches(selector))
        .filter((element) => !isOther(element) && !places.includes(all.indexOf(element)))
        .map((element) => `not reached: ${element.outerHTML}`);
    },
    [reached, controls] as const,
  );
  const faulty = stops.filter(({ at, isSeen }, index) => !isSeen || at < (reached[index - 1] ?? 0));
  return [...faulty.map(({ html }) => `out of order or unseen: ${html}`), ...missed];
}

/** Elements that move although the user asked for reduced motion. */
async function movements(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s');
      })
      .map((element) => `moves: ${element.outerHTML.slice(0, 200)}`),
  );
}

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) > phone.width;

/** All faults of the open page. Targets are measured in wide windows: narrow ones pack the links of the menu. Looking in every way leaves it dark and wide. */
export const pageFaults = async (page: Page, look: Look): Promise<string[]> => [
  ...(await axeViolations(page, look)),
  ...(isWide(page) ? await smallTargets(page) : []),
  ...(await overflows(page, look)),
  ...(await keyboardFaults(page)),
  ...(await movements(page)),
];

/**
 * In which of these languages the open page is wider than a window of 320 pixels, or is not in the language. Words are longer in
 * some; the other faults do not depend on the language. Opens the page again in each of them.
 */
export async function languageFaults(page: Page, among: readonly Language[]): Promise<string[]> {
  if (among.length === 0) return [];
  const found: string[] = [];
  await page.setViewportSize(narrowest);
  for (const language of among) {
    await page.setExtraHTTPHeaders({ 'Accept-Language': language });
    await page.reload();
    const lang = await page.evaluate(() => document.documentElement.lang);
    if (lang !== language) found.push(`${language}: the page is in ${lang}`);
    found.push(...(await tooWide(page)).map((fault) => `${language}: ${fault}`));
  }
  await page.setExtraHTTPHeaders({});
  await page.setViewportSize(wide);
  return found;
}
