/**
 * `npm run openapi`: writes docs/openapi.json from the endpoint declarations of the built services.
 * With `--check` it writes nothing. It fails when the document is not what the declarations say, when the linter finds a
 * fault in it (redocly.yaml), or when a typed client made from it does not compile (e2e/client).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@order-hub/shared/openapi';
import openapiTS, { astToString } from 'openapi-typescript';
import prettier from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = new URL('../docs/openapi.json', import.meta.url);
const client = new URL('../e2e/client/api.ts', import.meta.url);
const services = ['auth', 'orders', 'catalog', 'customers', 'events'];

const info = {
  title: 'Order hub',
  version: '1',
  summary: 'Orders between the ordering channels, tills and helpers of a restaurant or shop',
  description: [
    'Every call carries the header X-Access-Token, the secret of a connection. A connection is bound to one location or to',
    'one account, and may leave its id out: `/location/…` is short for `/locations/{location_id}/…`, `/account/…` for',
    '`/accounts/{account_id}/…`. Where a network lets no other method through, POST with the header',
    '`X-Http-Method-Override` stands for PATCH, PUT, DELETE or GET. Responses may have fields that are not described here:',
    'new ones are no breaking change. The guide is in docs/api.',
  ].join('\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** What the declarations say. */
async function documentText() {
  const lists = await Promise.all(
    services.map(async (name) => (await import(`../services/${name}/dist/src/app.js`)).endpoints),
  );
  return prettier.format(JSON.stringify(openApiDocument(lists.flat(), info)), { parser: 'json', printWidth: 120 });
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

/** Runs a program of a package; shows what it printed only when it fails. */
function run(program, args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(program), ...args], {
    cwd: root,
    env,
  });
  if (status !== 0) fail(`${stdout}${stderr}`);
}

const text = await documentText();
const isCheck = process.argv.includes('--check');
if (!isCheck) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  fail('docs/openapi.json is not what the endpoints say: run npm run openapi');
}
writeFileSync(client, astToString(await openapiTS(text)));
if (isCheck) {
  run(import.meta.resolve('@redocly/cli/bin/cli.js'), ['lint', 'docs/openapi.json']);
  run(import.meta.resolve('typescript/bin/tsc'), ['-p', 'e2e/client']);
}
