import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { errorCodes, errorTypeOfCode } from './error-codes.ts';
import { ApiError, errorTypes } from './errors.ts';

const guide = readFileSync(new URL('../../../../docs/api/errors.md', import.meta.url), 'utf8');
const [, chapter = ''] = /\n## Codes\n([^]*?)\n## /.exec(guide) ?? [];
const headings = [...chapter.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);

test('the guide explains every code, and no other', () => {
  expect(headings).toEqual(errorCodes);
  const sections = chapter.split(/^### .*$/m).slice(1);
  expect(sections.filter((section) => section.trim().length < 20)).toEqual([]);
});

test('every type of error has a code of its own name, which is the default', () => {
  for (const type of errorTypes) {
    expect(errorTypeOfCode[type]).toBe(type);
    expect(new ApiError(type, 'x').code).toBe(type);
  }
});
