/** The metrics of the hub: those that the sources declare, and those that prom-client adds to every process. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openMetrics } from '@order-hub/shared/metrics';
import ts from 'typescript';
import { root, workspacesWith } from './workspaces.js';

const sourcesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(root, folder, name));

const makers = new Set(['counter', 'gauge', 'histogram']);

/** `counter('hub_…', 'What it counts.', ['label'])`, as processes call it (packages/shared/src/process/metric.ts). */
function declarationOf(node) {
  if (!ts.isCallExpression(node) || !makers.has(node.expression.getText())) return [];
  const [name, help, labels] = node.arguments;
  if (!name || !ts.isStringLiteralLike(name) || !name.text.startsWith('hub_')) return [];
  return [
    {
      type: node.expression.getText(),
      name: name.text,
      help: help.text,
      labels: labels ? labels.elements.map(({ text }) => text) : [],
    },
  ];
}

function declarationsIn(file) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes("'hub_")) return [];
  const found = [];
  const visit = (node) => {
    found.push(...declarationOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** What the sources declare, sorted by name. Throws for a name that is declared twice. */
export function declaredMetrics() {
  const found = workspacesWith('src').flatMap((folder) => sourcesIn(`${folder}/src`).flatMap(declarationsIn));
  const names = found.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two sources declare ${twice}`);
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What prom-client adds: memory, processor time, event loop, garbage collection. */
export async function libraryMetrics() {
  const lines = (await openMetrics().render()).split('\n');
  const helpOf = new Map(
    lines.flatMap((line) => [...line.matchAll(/^# HELP (\S+) (.*)$/g)].map(([, ...pair]) => pair)),
  );
  return lines
    .flatMap((line) => [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)])
    .map(([, name, type]) => ({ type, name, help: helpOf.get(name) ?? '' }))
    .filter(({ name }) => !name.startsWith('hub_'))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
