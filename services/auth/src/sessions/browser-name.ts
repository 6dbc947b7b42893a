/** Which browser it is, in words, by what it says of itself (User-Agent). */

/** The first that fits counts: nearly all say `Mozilla`, and most say `Safari` and `Chrome` besides their own name. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const shownCharsMax = 60;

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** `Firefox on Linux`; the beginning of what it says when that is not known. */
export function browserName(user_agent: string | null): string {
  if (user_agent === null || user_agent === '') return 'Unknown browser';
  const [browser, system] = [firstOf(browsers, user_agent), firstOf(systems, user_agent)];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const isLong = user_agent.length > shownCharsMax;
  return isLong ? `${user_agent.slice(0, shownCharsMax).toWellFormed()}…` : user_agent;
}
