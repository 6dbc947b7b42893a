/**
 * `npm run check -- tables`: a table belongs to one feature, a folder of `src`, and only that feature's stores name it in
 * their SQL. Other features call the owner's use cases. Fails when a second feature names a table without being listed in
 * table-exceptions.js, when a listed feature no longer names it, and when a file other than a store contains SQL.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exceptions } from './table-exceptions.js';
import { root, workspacesWith } from './workspaces.js';

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'));

const created = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/gi;

/** The tables that the migrations of a workspace create. */
const tablesOf = (workspace) => {
  const folder = `${workspace}/migrations`;
  const texts = filesIn(folder).map((name) => readFileSync(join(root, folder, name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(created)].map(([, table]) => table)));
};

const namesTable =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*[a-z_]+)/gi;

/** The names after `from`, `join`, `into`, `update` and `using`, also of a list: `from orders o, customers c`. */
const namesIn = (sql) =>
  [...sql.matchAll(namesTable)].flatMap(([, list]) => list.split(',').map((name) => name.trim().split(/\s/)[0]));

/** Whether a query builder takes the text for a table: `from('orders')`. */
const isTableArgument = (node) =>
  ts.isCallExpression(node.parent) &&
  /\b(from|join|leftJoin|into|table|queryBuilder)$/.test(node.parent.expression.getText());

/** The texts of a source: its literals, with a space for what a template inserts. `isTable`: a query builder takes it. */
function textsOf(source) {
  const texts = [];
  const visit = (node) => {
    // A literal type, as in `Omit<Account, 'locations'>`, is the name of a field.
    if (ts.isLiteralTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push({ text: node.text, isTable: isTableArgument(node) });
    else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      texts.push({ text: parts.join(' '), isTable: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const looksLikeSql = (text) => /^\s*(with|select|insert|update|delete|lock|truncate)\s/i.test(text);

/** The tables that a file names in its SQL. In a store, a literal can be what a template inserts: `deleteSome('events')`. */
function tablesNamedBy(file, tables) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const isStore = file.endsWith('.store.ts');
  const names = textsOf(source).flatMap(({ text, isTable }) => [
    ...(isStore || looksLikeSql(text) ? namesIn(text) : []),
    // `queryBuilder('orders as o')` names a table and its alias.
    ...(isStore || isTable ? [text.trim().replace(/\s+(as\s+)?[a-z_]+$/i, '')] : []),
  ]);
  return new Set(names.filter((name) => tables.has(name)));
}

/** By table, the features that name it, with their files. */
function featuresByTable(folder, tables) {
  const found = new Map([...tables].map((table) => [table, new Map()]));
  for (const name of filesIn(folder)) {
    const [feature] = name.split('/');
    for (const table of tablesNamedBy(`${folder}/${name}`, tables)) {
      const features = found.get(table);
      features.set(feature, [...(features.get(feature) ?? []), name]);
    }
  }
  return found;
}

/** What is wrong with one table. */
function faultsOf(table, features) {
  const excepted = Object.keys(exceptions[table] ?? {});
  const stale = excepted.filter((feature) => !features.has(feature));
  const owners = [...features.keys()].filter((feature) => !excepted.includes(feature));
  const files = [...features.values()].flat();
  const outside = files.filter((file) => !file.endsWith('.store.ts'));
  return [
    ...stale.map((feature) => `${table}: ${feature} no longer names it; remove it from scripts/table-exceptions.js`),
    ...outside.map((file) => `${table}: ${file} names it; move the SQL to a store`),
    ...(owners.length > 1
      ? [`${table}: ${owners.join(' and ')} name it, but one feature owns a table (${files.join(', ')})`]
      : []),
  ];
}

const tables = new Map();
for (const workspace of workspacesWith('migrations')) {
  const service = workspace.split('/')[1];
  for (const [table, features] of featuresByTable(`${workspace}/src`, tablesOf(workspace)))
    tables.set(`${service}.${table}`, features);
}
const unknown = Object.keys(exceptions).filter((table) => !tables.has(table));
const faults = [
  ...unknown.map((table) => `${table}: there is no such table; remove it from scripts/table-exceptions.js`),
  ...[...tables].flatMap(([table, features]) => faultsOf(table, features)),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
