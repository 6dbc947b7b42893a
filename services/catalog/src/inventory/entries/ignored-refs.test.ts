/** docs/api/catalogs.md#ignored-entries */
import { describe, expect, test } from '@jest/globals';
import { ignoredRefsHeaders } from './ignored-refs.ts';
import type { PartName } from './sent-entry.ts';

const refs = (...texts: string[]): PartName[] => texts.map((text) => ({ field: 'sku_ref', text }));
const valueOf = (ignored: readonly PartName[]) => ignoredRefsHeaders(ignored)['X-Ignored-Refs'] ?? '';

describe('the header', () => {
  test('is absent when nothing is ignored', () => {
    expect(ignoredRefsHeaders([])).toEqual({});
  });

  test('names each ref once, with the field that named it, percent-encoded', () => {
    const ignored: PartName[] = [...refs('OLD COLA', 'a&b=c', 'é', 'OLD COLA'), { field: 'option_id', text: '0k3v' }];
    expect(valueOf(ignored)).toBe('sku_ref=OLD%20COLA&sku_ref=a%26b%3Dc&sku_ref=%C3%A9&option_id=0k3v');
    expect(new URLSearchParams(valueOf(ignored)).getAll('sku_ref')).toEqual(['OLD COLA', 'a&b=c', 'é']);
  });

  test('has at most 1,024 characters, and says how many more there are', () => {
    const value = valueOf(refs(...Array.from({ length: 25_000 }, (_, index) => `REF ${index}`)));
    expect(value.length).toBeLessThanOrEqual(1_024);
    const parsed = new URLSearchParams(value);
    expect(parsed.getAll('sku_ref').length + Number(parsed.get('more'))).toBe(25_000);
  });

  test('only says how many there are when none of them fits', () => {
    expect(valueOf(refs('é'.repeat(1_000)))).toBe('more=1');
  });
});
