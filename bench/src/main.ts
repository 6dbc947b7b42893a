/** `npm run bench [-- part …] [--json]`: runs the measurements that README.md lists, and prints one table. */
import { cpus, totalmem } from 'node:os';
import { measureAdmission } from './parts/admission/admission-part.ts';
import { measureBoards } from './parts/boards/boards-part.ts';
import { measureBodies } from './parts/bodies/bodies-part.ts';
import { measureCallbacks } from './parts/path/callback-part.ts';
import { measureCatalogs } from './parts/catalogs/catalogs-part.ts';
import { measureCustomerOrders } from './parts/customers/customer-orders-part.ts';
import { measureCustomers } from './parts/customers/customers-part.ts';
import { measureFairness } from './parts/fairness/fairness-part.ts';
import { measureGrowth } from './parts/growth/growth-part.ts';
import { measureGateway } from './parts/gateway/gateway-part.ts';
import { measureMenus } from './parts/menus/menus-part.ts';
import { withHub, withLimitedHub } from './harness/hub-setup.ts';
import { measureLogIns } from './parts/auth/log-ins-part.ts';
import { measureObserving } from './parts/observing/observing-part.ts';
import { measureOAuth } from './parts/auth/oauth-part.ts';
import { measureOrders } from './parts/orders/orders-part.ts';
import { table, type Row } from './harness/report.ts';
import { measureOverRabbitmq, measureWholePath } from './parts/path/whole-path-part.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  path: measureWholePath,
  'path-rabbitmq': measureOverRabbitmq,
  gateway: measureGateway,
  callbacks: () => withHub(measureCallbacks),
  auth: () => withHub(async (bench) => [...(await measureOAuth(bench)), ...(await measureLogIns(bench))]),
  orders: () => withHub(measureOrders),
  growth: measureGrowth,
  customers: async () => [...(await withHub(measureCustomerOrders)), ...(await withHub(measureCustomers))],
  boards: () => withHub(measureBoards),
  bodies: measureBodies,
  observing: measureObserving,
  admission: measureAdmission,
  catalogs: () => withHub(measureCatalogs),
  menus: () => withHub(measureMenus),
  fairness: () => withLimitedHub(measureFairness),
};
const onlyOnRequest = ['boards', 'orders', 'growth', 'customers', 'menus', 'fairness'];
const byDefault = Object.keys(parts).filter((name) => !onlyOnRequest.includes(name));

const args = process.argv.slice(2);
const asJson = args.includes('--json');
const names = args.filter((name) => name !== '--json');
const unknown = names.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}. Choose from: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const machine = {
  processors: cpus().length,
  model: cpus()[0]?.model ?? '',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  system: `${process.platform} ${process.arch}`,
  at: new Date().toISOString(),
};
const rows: Row[] = [];
for (const name of names.length > 0 ? names : byDefault) {
  console.error(`measuring: ${name}`);
  rows.push(...((await parts[name]?.()) ?? []));
}
if (asJson) console.log(JSON.stringify({ machine, rows }, undefined, 2));
else console.log(`${Object.values(machine).join(' · ')}\n\n${table(rows)}`);
