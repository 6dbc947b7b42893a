/**
 * `npm run openapi`: writes docs/openapi.json from the endpoint declarations of the built services.
 * With `--check` it writes nothing and fails when the document is not what the declarations say.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@order-hub/shared/openapi';
import prettier from 'prettier';

const file = new URL('../docs/openapi.json', import.meta.url);
const services = ['auth', 'orders', 'catalog', 'customers', 'events'];

const description = [
  'Orders, deliveries, catalogs, stock, customers and loyalty between the channels, tills and helpers of a restaurant or shop.',
  'Every call carries the header X-Access-Token. A connection that is bound to a location may write /location/… for',
  '/locations/{location_id}/…, one that is bound to an account /account/… for /accounts/{account_id}/….',
].join('\n');

/** What the declarations say. */
async function document() {
  const lists = await Promise.all(
    services.map(async (name) => (await import(`../services/${name}/dist/src/app.js`)).endpoints),
  );
  const about = { title: 'Order hub', version: '1', description };
  return prettier.format(JSON.stringify(openApiDocument(lists.flat(), about)), { parser: 'json', printWidth: 120 });
}

const text = await document();
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('docs/openapi.json is not what the endpoints say: run npm run openapi');
  process.exitCode = 1;
}
