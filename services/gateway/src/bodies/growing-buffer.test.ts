import { expect, test } from '@jest/globals';
import { growingBuffer } from './growing-buffer.ts';

test.each([
  ['nothing', []],
  ['one chunk', ['abc']],
  ['bytes', [...'abcdefghij']],
  ['chunks of all sizes', ['a', 'b'.repeat(5_000), 'c', 'd'.repeat(100), 'e'.repeat(70_000), 'f']],
])('keeps %s in order', (_name, chunks) => {
  const buffer = growingBuffer();
  for (const chunk of chunks) buffer.append(Buffer.from(chunk));
  expect(buffer.contents().toString()).toBe(chunks.join(''));
});
