/** `npm run screenshots -w @order-hub/e2e`: starts a hub with the demo, and writes its pages to docs/screenshots. */
import { addOperator } from '@order-hub/operator/operators';
import { listConnections } from '@order-hub/shared/management/connections';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepDemo, type Demo } from '@order-hub/local/demo';
import { startHub, type Hub } from '@order-hub/local/hub';
import { addApp, secondFactorPath } from '../browser/second-factor.ts';
import { operatorClient } from '@order-hub/operator/client';
import type { Page } from 'playwright-core';
import { callWith } from '../call-api.ts';
import { findChromium, startChromium } from '../browser/chromium.ts';
import { logIn } from '../browser/person.ts';
import { afterLogIn, beforeLogIn, type Shot } from './pages.ts';
import { steady } from './steady.ts';

const folder = join(import.meta.dirname, '../../../../docs/screenshots');
const sizes = { wide: { width: 1280, height: 640 }, phone: { width: 390, height: 720 } } as const;
const schemes = ['light', 'dark'] as const;
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** The beginning of a long page is enough. */
const heightMax = 800;
const patienceMs = 10_000;

const fileOf = ({ name }: Shot, size: string, scheme: string) => `${name}-${size}-${scheme}.png`;

/** Takes pictures of a page in each size, light and dark. For a page that is missing, prints its name and returns false. */
async function shoot(page: Page, shot: Shot): Promise<boolean> {
  const reply = await page.goto(shot.path);
  if (!reply?.ok()) {
    process.stderr.write(`${shot.name}: ${shot.path} was answered ${reply?.status() ?? 'nothing'}\n`);
    process.exitCode = 1;
    return false;
  }
  await shot.before?.(page);
  await page.evaluate(steady);
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width: viewport.width, height: Math.min(height, heightMax) };
      const path = join(folder, fileOf(shot, size, colorScheme));
      await page.screenshot({ path, clip, fullPage: true, animations: 'disabled', caret: 'hide' });
    }
  }
  return true;
}

const item = (product_name: string, price: string, quantity: string) => ({ product_name, price, quantity });

/** The orders of an evening. */
const orders = [
  { status: 'completed', service_type: 'eat_in', ref: '101', items: [item('Espresso', '2.00 EUR', '2')] },
  { status: 'cancelled', service_type: 'collection', ref: '102', items: [item('Napoli', '10.50 EUR', '1')] },
  {
    ...{
      status: 'accepted',
      service_type: 'collection',
      ref: '103',
      customer: { first_name: 'Grace', last_name: 'H.' },
    },
    items: [item('Margherita', '9.50 EUR', '2'), item('Tiramisù', '5.50 EUR', '2')],
  },
  {
    ...{ status: 'new', service_type: 'delivery', ref: '104', customer: { first_name: 'Ada', last_name: 'Lovelace' } },
    items: [item('Quattro formaggi', '15.00 EUR', '1'), item('Lemonade', '4.00 EUR', '3')],
  },
];

async function placeOrders({ base_url }: Hub, { website }: Demo): Promise<void> {
  const call = callWith(base_url, website.access_token);
  for (const body of orders) {
    const { status } = await call('POST /location/orders', { body });
    if (status !== 200) throw new Error(`An order was answered ${status}`);
  }
}

/** The page that shows all pictures. */
const listing = (shots: readonly Shot[]) => `# Screenshots

The pages of a hub with the demo data, made by \`npm run screenshots -w @order-hub/e2e\`. Each is shown wide and light, and as on
a phone in the dark.

${shots
  .map(
    (shot) => `## ${shot.caption}

<img src="${fileOf(shot, 'wide', 'light')}" width="560" alt="${shot.caption}"> <img src="${fileOf(shot, 'phone', 'dark')}" width="200" alt="${shot.caption}, on a phone, in the dark">
`,
  )
  .join('\n')}`;

/** The connection of the demo's website. */
async function connectionOf({ operator }: Hub, { website }: Demo): Promise<string> {
  const [first] = await operatorClient(operator).listAll(listConnections, {
    params: {},
    input: { client: website.client_id },
  });
  return (first as { id: string }).id;
}

async function shootAll(hub: Hub, executablePath: string): Promise<void> {
  const demo = await keepDemo(hub);
  await placeOrders(hub, demo);
  await addOperator(operatorClient(hub.operator), demo.user.id);
  const browser = await startChromium(executablePath);
  const page = await browser.newPage({ baseURL: new URL(hub.base_url).origin, userAgent, javaScriptEnabled: false });
  page.setDefaultTimeout(patienceMs);
  const shown: Shot[] = [];
  const shootEach = async (shots: Shot[]) => {
    for (const shot of shots) if (await shoot(page, shot)) shown.push(shot);
  };
  await shootEach(beforeLogIn);
  await logIn(page, demo.user);
  await page.goto(`${secondFactorPath}/app`);
  await addApp(page);
  await shootEach(afterLogIn(demo, await connectionOf(hub, demo)));
  await browser.close();
  writeFileSync(join(folder, 'README.md'), listing(shown));
}

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no chromium: install it, or name one with CHROMIUM_PATH');
mkdirSync(folder, { recursive: true });
const dataFolder = mkdtempSync(join(tmpdir(), 'order-hub-screenshots-'));
const hub = await startHub({
  env: { HUB_DATA_DIR: dataFolder, PORT: '0', DATABASE_URL: undefined, AMQP_URL: undefined },
});
try {
  await shootAll(hub, executablePath);
} finally {
  await hub.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
