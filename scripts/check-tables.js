/**
 * `npm run check -- tables`: every table belongs to the one feature, a folder of `src`, whose store names it. Another
 * feature that needs its rows calls a use case of the owner. Fails when two features name one table, and when a file that
 * is no store has SQL.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root, services } from './workspaces.js';

/** Features that may name a table of another one: `service.table`, and the reason. */
const exceptions = {};

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'));

const created = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi;

/** The tables that the migrations of a service create. */
const tablesOf = (service) => {
  const folder = `services/${service}/migrations`;
  const texts = filesIn(folder).map((name) => readFileSync(join(root, folder, name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(created)].map(([, table]) => table)));
};

const namesTable = /\b(?:from|join|into|update|using)\s+(?:only\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*[a-z_]+)/gi;

/** The names after `from`, `join`, `into`, `update` and `using`, also of a list: `from orders o, customers c`. */
const namesIn = (sql) =>
  [...sql.matchAll(namesTable)].flatMap(([, list]) => list.split(',').map((name) => name.trim().split(/\s/)[0]));

/** What a query builder gets: `from('orders')`. */
const isTableArgument = (node) =>
  ts.isCallExpression(node.parent) && /\b(from|join|leftJoin|into|table|queryBuilder)$/.test(node.parent.expression.getText());

/** The texts of a source: its literals, with a space for what a template inserts. */
function textsOf(source) {
  const texts = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node)) texts.push(isTableArgument(node) ? `from ${node.text}` : node.text);
    else if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const looksLikeSql = (text) => /^\s*(with|select|insert|update|delete|lock|truncate)\s/i.test(text);

/** The tables that a file names in its SQL. */
function tablesNamedBy(file, tables) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const isStore = file.endsWith('.store.ts');
  const texts = textsOf(source).filter((text) => isStore || looksLikeSql(text));
  return new Set(texts.flatMap(namesIn).filter((name) => tables.has(name)));
}

/** What is wrong in one service: `orders.orders is named by orders/order.store.ts and deliveries/delivery.store.ts`. */
function faultsOf(service) {
  const folder = `services/${service}/src`;
  const tables = tablesOf(service);
  const faults = [];
  /** By table: by feature, the stores that name it. */
  const owners = new Map();
  for (const name of filesIn(folder)) {
    for (const table of tablesNamedBy(`${folder}/${name}`, tables)) {
      if (!name.endsWith('.store.ts')) faults.push(`${folder}/${name} names the table ${table}: move its SQL to a store`);
      const byFeature = owners.get(table) ?? owners.set(table, new Map()).get(table);
      const [feature] = name.split('/');
      byFeature.set(feature, [...(byFeature.get(feature) ?? []), name]);
    }
  }
  for (const [table, byFeature] of owners) {
    const stores = [...byFeature.values()].flat();
    const isExcepted = Object.hasOwn(exceptions, `${service}.${table}`);
    if (byFeature.size > 1 && !isExcepted)
      faults.push(`${service}.${table} is named by several features: ${stores.sort().join(', ')}`);
    if (byFeature.size <= 1 && isExcepted) faults.push(`${service}.${table} is an exception no more: remove it`);
  }
  return faults;
}

const faults = services.filter((service) => existsSync(join(root, 'services', service, 'migrations'))).flatMap(faultsOf);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
