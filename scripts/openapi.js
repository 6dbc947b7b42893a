/**
 * `npm run openapi`: writes docs/openapi.json from the endpoint declarations of the built services, and from it the types
 * of a client (e2e/client/api.ts). With `--check` it leaves the document alone, and fails when the declarations differ.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { serviceNames } from '@order-hub/shared/neighbours';
import { openApiDocument } from '@order-hub/shared/openapi';
import openapiTS, { astToString } from 'openapi-typescript';
import prettier from 'prettier';

const file = new URL('../docs/openapi.json', import.meta.url);
const client = new URL('../e2e/client/api.ts', import.meta.url);

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
const isCheck = process.argv.includes('--check');
if (!isCheck) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  fail('docs/openapi.json is not what the endpoints say: run npm run openapi');
}
writeFileSync(client, astToString(await openapiTS(text)));
