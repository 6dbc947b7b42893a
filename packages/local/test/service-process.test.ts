import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { nodeOptions } from '../src/services/service-process.ts';

test('the image runs a service with the same options of Node', () => {
  const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...nodeOptions, 'dist/src/main.js']);
});
