/** `npm run bench [-- part …] [--json]`: runs the measurements of README.md and prints one table. */
import { cpus, totalmem } from 'node:os';
import { measureBodies } from './bodies-part.ts';
import { measureCallbacks } from './callback-part.ts';
import { measureCatalogs } from './catalogs-part.ts';
import { measureCustomerOrders } from './customer-orders-part.ts';
import { measureCustomers } from './customers-part.ts';
import { measureGateway } from './gateway-part.ts';
import { withHub } from './hub-setup.ts';
import { measureLogIns } from './log-ins-part.ts';
import { measureOAuth } from './oauth-part.ts';
import { measureOrders } from './orders-part.ts';
import { table, type Row } from './report.ts';
import { measureOverRabbitmq, measureWholePath } from './whole-path-part.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  path: measureWholePath,
  'path-rabbitmq': measureOverRabbitmq,
  gateway: measureGateway,
  callbacks: () => withHub(measureCallbacks),
  auth: () => withHub(async (bench) => [...(await measureOAuth(bench)), ...(await measureLogIns(bench))]),
  orders: () => withHub(measureOrders),
  customers: async () => [...(await withHub(measureCustomerOrders)), ...(await withHub(measureCustomers))],
  bodies: measureBodies,
  catalogs: () => withHub(measureCatalogs),
};
const long = ['orders', 'customers'];
const byDefault = Object.keys(parts).filter((name) => !long.includes(name));

const asked = process.argv.slice(2);
const asJson = asked.includes('--json');
const names = asked.filter((name) => name !== '--json');
const unknown = names.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}; choose among: ${Object.keys(parts).join(', ')}`);
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
