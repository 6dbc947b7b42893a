/**
 * The package as npm would publish it, in a folder with nothing but decimal.js: the README's examples compile there against
 * its types, without Node's, and each line gives the value in its comment.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const menu = fileURLToPath(new URL('..', import.meta.url));
const root = join(menu, '../..');
const channel = mkdtempSync(join(tmpdir(), 'order-hub-menu-'));
const installed = join(channel, 'node_modules/@order-hub/menu');

const examples = [...readFileSync(join(menu, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm)].map(
  ([, text = '']) => text,
);

beforeAll(() => {
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: menu, encoding: 'utf8', shell: false });
  // `npm test` has built it.
  npm('pack', '--silent', '--ignore-scripts', '--pack-destination', channel);
  const archive = readdirSync(channel).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(channel, archive), '-C', installed, '--strip-components=1']);
  cpSync(dirname(fileURLToPath(import.meta.resolve('decimal.js'))), join(channel, 'node_modules/decimal.js'), {
    recursive: true,
  });
  writeFileSync(join(channel, 'package.json'), '{ "type": "module", "private": true }');
});

afterAll(() => rmSync(channel, { recursive: true, force: true }));

test('has the license, the README, the sources and their build, and no tests', () => {
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
  const names = ['amounts', 'availability', 'conditions', 'inventory', 'local-time', 'price', 'selection', 'situation'];
  expect(readdirSync(join(installed, 'src'))).toEqual(names.map((name) => `${name}.ts`));
  const built = readdirSync(join(installed, 'dist/src'));
  expect(built.sort()).toEqual(names.flatMap((name) => [`${name}.d.ts`, `${name}.js`]));
});

test('the examples of the README give the values that it shows', () => {
  const names = examples.map((text, index) => {
    writeFileSync(
      join(channel, `example-${index}.ts`),
      `${text}\nexport const answers: unknown[] = [${answers(text).join(', ')}];\n`,
    );
    return `example-${index}.ts`;
  });
  compile(names);
  for (const [index, text] of examples.entries()) {
    const script = `console.log(JSON.stringify((await import('./example-${index}.js')).answers))`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: channel });
    const written = rowsOf(text).map(([, value]) => value);
    expect(written.length).toBeGreaterThan(2);
    expect(JSON.parse(printed.toString())).toEqual(written.map((value) => JSON.parse(value.replaceAll("'", '"'))));
  }
});

/** The lines of an example with their value in a comment: `isAvailable(…); // true`. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^(\w.*); \/\/ (.+)$/gm)].map(([, expression = '', value = '']) => [expression, value] as const);

const answers = (text: string) => rowsOf(text).map(([expression]) => expression);

function compile(names: string[]) {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom'];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, ...options, ...modules, ...names], { cwd: channel, encoding: 'utf8' });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
}
