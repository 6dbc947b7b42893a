/** A real browser: Debian's chromium, or the one that CHROMIUM_PATH names. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Its names: Debian's, other distributions', and that of Google Chrome. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where chromium is on this machine; undefined when it is not installed. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/** Starts chromium without a window. The caller closes it. */
export function startChromium(executablePath: string): Promise<Browser> {
  // Chromium's sandbox does not work for root, as whom tests run in containers.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, chromiumSandbox: !isRoot, args });
}
