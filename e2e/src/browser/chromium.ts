/** A real browser: Debian's chromium, or the one that CHROMIUM_PATH names. */
import { chromium, type Browser } from 'playwright-core';
import { findProgram } from '../find-program.ts';

/** The headless shell needs half the processor time of the others: Debian's chromium, other distributions', Google Chrome. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--in-process-gpu',
  // Scripts of tests run for milliseconds: the optimizing compilers cost more than they save.
  '--js-flags=--no-opt,--no-maglev',
];

/** Where chromium is on this machine; undefined when it is not installed. */
export const findChromium = () => findProgram('CHROMIUM_PATH', ...names);

/** Starts chromium without a window. The caller closes it. */
export function startChromium(executablePath: string): Promise<Browser> {
  // Chromium's sandbox does not work for root, as whom tests run in containers.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, chromiumSandbox: !isRoot, args });
}
