/** clients/python: its own tests against a hub, and the example of its README as it is printed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { root } from '../src/root.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { passedHubs, type SharedHub } from './hubs.ts';

const [hub] = passedHubs().hubs as [SharedHub];
const folder = join(root, 'clients/python');
let shop: Connected;

beforeAll(async () => {
  const { connect, location_ids } = await aTenant(hub);
  shop = await connect('Website', { location_id: location_ids[0] });
});

/** Runs Python in the folder of the client, with a connection of its own. Rejects with what it prints if it fails. */
function python(...args: string[]) {
  const { access_token, client_id, client_secret } = shop;
  const own = { TOKEN: access_token, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
  const addresses = { HUB_URL: hub.base_url, AUTH_URL: hub.base_url.replace(/\/v1$/, '/oauth2/v1') };
  const env = { ...process.env, ...own, ...addresses, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  return promisify(execFile)('python3', args, { cwd: folder, env });
}

test('the tests of the client in Python pass', async () => {
  const { stderr } = await python('-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests');
  expect(stderr).toMatch(/^Ran 1[0-9] tests [^]*\nOK\n$/m);
});

test('the example of its README prints what it says', async () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, example = ''] = /^```py\n([^]*?)^```$/m.exec(readme) ?? [];
  const { stdout } = await python('-c', example);
  expect(stdout).toMatch(/^19\.60 EUR 21\.60 EUR\n/);
  expect(stdout).toMatch(/\n422 invalid_fields status\n$/);
});
