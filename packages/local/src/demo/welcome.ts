import { join } from 'node:path';
import type { Demo } from './demo.ts';
import type { Hub } from '../hub.ts';

const orderOf = (customer_id: string) => ({
  status: 'new',
  service_type: 'collection',
  customer_id,
  items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '2' }],
  loyalty_operations: [{ ref: 'PIZZA', delta: '19', reason: 'Points of an order' }],
});

const forThisMachine = `
Only this machine can reach it. To open it to others: HOST=0.0.0.0 npm start
Callbacks may then no longer go to this machine or private networks, unless CALLBACK_ALLOWED_NETWORKS names them.
`;

const withToken = (token: string) => `-H 'X-Access-Token: ${token}'`;

/** The text that `npm start` prints when everything runs: addresses, tokens, and lines to paste. */
export function welcome(
  { base_url, auth_url, data_folder, is_for_this_machine }: Hub,
  { website, till, user, customers, catalog_id }: Demo,
): string {
  const [backOffice, docs] = [new URL('/back-office', base_url).href, new URL('/docs', base_url).href];
  const access = is_for_this_machine ? forThisMachine : '';
  const json = `-H 'Content-Type: application/json' -d '${JSON.stringify(orderOf(customers.customer_id))}'`;
  return `
The order hub is running.

  API             ${base_url}
  Authorisation   ${auth_url}
  Back office     ${backOffice}
  Documentation   ${docs}
  Demo website    access token ${website.access_token}
  Demo till       access token ${till.access_token}
                  client secret ${till.client_secret}: signs the events that the hub pushes to it
  Demo user       ${user.email}, password ${user.password}: logs in to the back office
${access}
The website creates an order for a known customer, who earns points:

curl -sw '\\n' -X POST ${base_url}/location/orders ${withToken(website.access_token)} ${json}

The till, another application of the same shop, lists its events, then the orders:

curl -sw '\\n' ${base_url}/callback/events ${withToken(till.access_token)}

curl -sw '\\n' ${base_url}/location/orders ${withToken(till.access_token)}

The customer now has one more order, and more points:

curl -sw '\\n' ${base_url}/customer_lists/${customers.customer_list_id}/customers/${customers.customer_id} ${withToken(website.access_token)}

The shop's menu:

curl -sw '\\n' ${base_url}/catalogs/${catalog_id} ${withToken(website.access_token)}

Tokens and client secrets are also in ${join(data_folder, 'demo.json')}
Command line, in another terminal:  npm run --silent hub -- --help
Logs and data: ${data_folder}     Stop: Ctrl-C
`;
}
