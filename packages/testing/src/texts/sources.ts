/** What the sources of pages say by which key. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

/** `values`: the names of the values, unless they are not written there. */
type Said = { pattern: RegExp; values: string[] | null; at: string };

/** A module that says messages. `rooms`: the folders whose messages it may say. `words`: every literal text in it. */
export type Speaker = { rooms: string[]; said: Said[]; words: RegExp[] };

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const whole = (source: string) => new RegExp(`^${source}$`);

/** The texts that an expression may be. */
function patternsOf(node: ts.Node): RegExp[] {
  if (ts.isStringLiteralLike(node)) return [whole(escaped(node.text))];
  if (ts.isTemplateExpression(node)) {
    return [
      whole(escaped(node.head.text) + node.templateSpans.map(({ literal }) => `.+${escaped(literal.text)}`).join('')),
    ];
  }
  if (ts.isConditionalExpression(node)) return [...patternsOf(node.whenTrue), ...patternsOf(node.whenFalse)];
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return patternsOf(node.expression);
  return [];
}

/** `t(…)` or `texts(visit)(…)`. */
const isSaying = ({ expression }: ts.CallExpression) =>
  (ts.isIdentifier(expression) && expression.text === 't') ||
  (ts.isCallExpression(expression) && /^texts$|Texts$/.test(expression.expression.getText()));

function valuesOf(node: ts.Node | undefined): string[] | null {
  if (!node) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map(({ name }) => name?.getText() ?? '').sort();
}

function speakerIn(path: string): Speaker {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const speaker: Speaker = { rooms: [], said: [], words: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const { text } = node.moduleSpecifier as ts.StringLiteral;
      if (/\/texts\.ts$/.test(text)) speaker.rooms.push(dirname(resolve(dirname(path), text)));
      return;
    }
    if (ts.isCallExpression(node) && isSaying(node)) {
      const [key, values] = node.arguments;
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const given = valuesOf(values);
      for (const pattern of key ? patternsOf(key) : []) {
        speaker.said.push({ pattern, values: given, at: `${path}:${line}` });
      }
    }
    if (ts.isStringLiteralLike(node)) speaker.words.push(...patternsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return speaker;
}

/** The modules below a folder that say messages. */
export function speakersIn(folder: string): Speaker[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => speakerIn(join(folder, name)))
    .filter(({ rooms }) => rooms.length > 0);
}
