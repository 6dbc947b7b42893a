/**
 * `npm run metrics`: writes the tables of docs/metrics.md from the declarations in the sources. With `--check` it leaves the
 * document alone, and fails when it differs, when it misses a limit, or when an alert rule or the dashboard names a metric
 * that does not exist.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { declaredMetrics, libraryMetrics } from './declared-metrics.js';
import { root } from './workspaces.js';

const file = join(root, 'docs/metrics.md');
const users = ['deploy/prometheus/alerts.yml', 'deploy/prometheus/alerts.test.yml', 'deploy/grafana/dashboard.json'];

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const code = (text) => `\`${text}\``;

const declared = declaredMetrics();
const library = await libraryMetrics();

const tables = {
  hub: table(
    ['metric', 'type', 'labels', 'meaning'],
    declared.map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(' '), help]),
  ),
  node: table(
    ['metric', 'type', 'meaning'],
    library.map(({ name, type, help }) => [code(name), type, help]),
  ),
};

/** The document with its tables, each between two comments that name it. */
async function written(text) {
  const between = (name) => new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end of ${name} -->)`);
  const replaced = Object.entries(tables).reduce(
    (document, [name, rows]) => document.replace(between(name), (_, start, end) => `${start}\n\n${rows}\n\n${end}`),
    text,
  );
  return prettier.format(replaced, { ...(await prettier.resolveConfig(file)), parser: 'markdown' });
}

/** Histograms have names of their own for their parts. */
const partsOf = ({ name, type }) =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name];

const known = new Set([...declared, ...library].flatMap(partsOf));

const unknownIn = (user) => {
  const named = readFileSync(join(root, user), 'utf8').match(/\b(?:hub|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(named)].filter((name) => !known.has(name)).map((name) => `${user}: no process has ${name}`);
};

const text = readFileSync(file, 'utf8');

/** The limits that the sources name, without a line in the document. */
const limits = readFileSync(join(root, 'packages/shared/src/values/limit-name.ts'), 'utf8').matchAll(/'(\w+)'/g);
const limitFaults = [...limits]
  .filter(([, name]) => !text.includes(code(name)))
  .map(([, name]) => `docs/metrics.md does not explain the limit ${name}`);

const current = await written(text);
if (process.argv.includes('--check')) {
  const faults = [...users.flatMap(unknownIn), ...limitFaults];
  if (text !== current) faults.push('docs/metrics.md differs from the declared metrics; run: npm run metrics');
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} else writeFileSync(file, current);
