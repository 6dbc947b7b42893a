/** The accessibility checks of every page (docs/api/back-office.md#for-everybody). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { languages } from '@order-hub/shared/languages';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified axe, because every page loads it. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };

/** What axe finds: the rules of WCAG 2.2 A and AA, and good practice. In the dark only colours differ. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags };
  const found = await page.evaluate(
    (options) => (globalThis as any).axe.run({ ...options, resultTypes: ['violations'] }),
    { runOnly },
  );
  return (found.violations as Result[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** What axe finds in both sizes, and in dark colours. */
async function axeViolations(page: Page): Promise<string[]> {
  // Without it axe sees colours in transition from light to dark.
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize(phone);
  await page.evaluate(axe);
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

/** Whether the page is wider than its window, at 320 pixels and with text twice as large. */
async function overflows(page: Page): Promise<string[]> {
  await page.setViewportSize(narrowest);
  const found = await tooWide(page);
  await page.setViewportSize(wide);
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  found.push(...(await tooWide(page)));
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  return found;
}

type Stop = { at: number; isSeen: boolean; html: string };

/** The focused element: its position in the page, and whether its focus is visible. */
const focused = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, right, height } = element.getBoundingClientRect();
    const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && right > 0 && left >= 0 && height > 0;
    return { at: [...document.querySelectorAll('*')].indexOf(element), isSeen, html: element.outerHTML.slice(0, 200) };
  });

const stopsMax = 300;

/** Goes through the page with Tab. Returns controls reached out of order, without visible focus, or not at all. */
async function keyboardFaults(page: Page): Promise<string[]> {
  // Begins at the first stop, even when a field has the focus as the page opens.
  await page.locator('.skip').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const stops: Stop[] = [];
  for (let stop = await focused(page); stop && stops.length < stopsMax; stop = await focused(page)) {
    if (stop.at === stops[0]?.at) break;
    stops.push(stop);
    await page.keyboard.press('Tab');
  }
  const reached = stops.map(({ at }) => at);
  const missed = await page.evaluate((places) => {
    const all = [...document.querySelectorAll('*')];
    // What is in closed details is reached once they are opened.
    const isOther = (element: Element) =>
      element.matches('input[type=radio], details:not([open]) > :not(summary) *') ||
      (element as HTMLButtonElement).disabled;
    return all
      .filter((element) => element.matches('a[href], button, input:not([type=hidden]), select, textarea, summary'))
      .filter((element) => !isOther(element) && !places.includes(all.indexOf(element)))
      .map((element) => `not reached: ${element.outerHTML}`);
  }, reached);
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

/** All faults of the open page. Leaves it dark and wide. */
export const pageFaults = async (page: Page): Promise<string[]> => [
  ...(await axeViolations(page)),
  ...(await smallTargets(page)),
  ...(await overflows(page)),
  ...(await keyboardFaults(page)),
  ...(await movements(page)),
];

/**
 * In which languages the open page is wider than a window of 320 pixels, or is not in the language. Words are longer in some; the
 * other faults do not depend on the language. Opens the page again in each of them, and at last as it was.
 */
export async function languageFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize(narrowest);
  for (const language of languages.filter((each) => each !== 'en')) {
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
