/**
 * `npm run openapi`: writes docs/openapi.json from the endpoint declarations of the built services, and from it the generated
 * parts of packages/client and clients/python. With `--check` it writes nothing, and fails when a file differs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { serviceNames } from '@order-hub/shared/neighbours';
import { openApiDocument } from '@order-hub/shared/openapi';
import prettier from 'prettier';
import { clientSource } from './client-source.js';
import { pythonSource } from './python-client-source.js';

const file = new URL('../docs/openapi.json', import.meta.url);
const client = new URL('../packages/client/src/generated/', import.meta.url);

const pythonClient = new URL('../clients/python/order_hub/operations.py', import.meta.url);

const info = {
  title: 'Order hub',
  version: '1',
  summary: 'Orders between the ordering channels, tills and helpers of a restaurant or shop',
  description: [
    'Every call carries the header X-Access-Token, the secret of a connection. A connection is bound to one location or to',
    'one account, and may leave its id out: `/location/…` is short for `/locations/{location_id}/…`, `/account/…` for',
    '`/accounts/{account_id}/…`. Where a network lets no other method through, POST with the header',
    '`X-Http-Method-Override` stands for PATCH, PUT, DELETE or GET. Responses may have fields that are not described here:',
    'new ones are no breaking change. Begin with docs/api/README.md.',
  ].join('\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** The endpoints of all services that declare some. */
async function declaredEndpoints() {
  const apps = await Promise.all(serviceNames.map((name) => import(`../services/${name}/dist/src/app.js`)));
  return apps.flatMap(({ endpoints = [] }) => endpoints);
}

/** The document that the declarations make. */
async function documentText() {
  return prettier.format(JSON.stringify(openApiDocument(await declaredEndpoints(), info)), {
    parser: 'json',
    printWidth: 120,
  });
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

const text = await documentText();
const document = JSON.parse(text);
const source = await clientSource(document);
const files = [
  [file, text],
  ...Object.entries(source).map(([name, code]) => [new URL(name, client), code]),
  [pythonClient, pythonSource(document)],
];
const isCheck = process.argv.includes('--check');
for (const [path, content] of files) {
  if (!isCheck) writeFileSync(path, content);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== content) {
    fail(`${path.pathname} is not what the endpoints say: run npm run openapi`);
  }
}
