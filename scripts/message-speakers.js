/** What the sources of pages say by which key. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from './workspaces.js';

/**
 * `values`: the names of the values, unless they are not written there.
 * @typedef {{ pattern: RegExp, values: string[] | null, at: string }} Said
 */

/**
 * A module that says messages. `rooms`: the folders whose messages it may say. `words`: every literal text in it.
 * @typedef {{ rooms: string[], said: Said[], words: RegExp[] }} Speaker
 */

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const whole = (source) => new RegExp(`^${source}$`);

/** The texts that an expression may be. */
function patternsOf(node) {
  if (ts.isStringLiteralLike(node)) return [whole(escaped(node.text))];
  if (ts.isTemplateExpression(node)) {
    const rest = node.templateSpans.map(({ literal }) => `.+${escaped(literal.text)}`);
    return [whole(escaped(node.head.text) + rest.join(''))];
  }
  if (ts.isConditionalExpression(node)) return [...patternsOf(node.whenTrue), ...patternsOf(node.whenFalse)];
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return patternsOf(node.expression);
  return [];
}

/** `t(…)` or `texts(visit)(…)`. */
const isSaying = ({ expression }) =>
  (ts.isIdentifier(expression) && expression.text === 't') ||
  (ts.isCallExpression(expression) && /^texts$|Texts$/.test(expression.expression.getText()));

function valuesOf(node) {
  if (!node) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map(({ name }) => name?.getText() ?? '').sort();
}

/** What a call says, if it says a message. */
function saidBy(call, source, path) {
  const [key, values] = call.arguments;
  if (!key || !isSaying(call)) return [];
  const line = source.getLineAndCharacterOfPosition(call.getStart()).line + 1;
  const given = valuesOf(values);
  return patternsOf(key).map((pattern) => ({ pattern, values: given, at: `${relative(root, path)}:${line}` }));
}

/** @returns {Speaker} */
function speakerIn(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const speaker = { rooms: [], said: [], words: [] };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const { text } = node.moduleSpecifier;
      if (text.endsWith('/texts.ts')) speaker.rooms.push(dirname(resolve(dirname(path), text)));
      return;
    }
    if (ts.isCallExpression(node)) speaker.said.push(...saidBy(node, source, path));
    if (ts.isStringLiteralLike(node)) speaker.words.push(...patternsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return speaker;
}

/** The modules below a folder that say messages. */
export const speakersIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => speakerIn(join(folder, name)))
    .filter(({ rooms }) => rooms.length > 0);
