import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../src', import.meta.url));
const mostBytes = 20_000;

async function bytesOf(...modules: string[]): Promise<number> {
  const contents = modules.map((name, index) => `export * as m${index} from './${name}.ts';`).join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: source, loader: 'ts' },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' },
  });
  return outputFiles[0]?.contents.length ?? Infinity;
}

test('everything but the menu, bundled for browsers, is under 20 kB', async () => {
  const bytes = await bytesOf('client', 'events', 'money', 'oauth', 'signature');
  expect(bytes).toBeLessThan(mostBytes);
  expect(bytes).toBeGreaterThan(5_000);
});
