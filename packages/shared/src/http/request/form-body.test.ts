import { describe, expect, test } from '@jest/globals';
import { parseForm } from './form-body.ts';

describe('a form', () => {
  test('gives its fields, decoded', () => {
    expect(parseForm('name=Caf%C3%A9+du+Bac&sign=%F0%9F%8D%95&empty=&part=100%&raw=é')).toEqual({
      name: 'Café du Bac',
      sign: '🍕',
      empty: '',
      part: '100%',
      raw: 'é',
    });
  });

  test.each([
    ['a repeated field', 'a=1&a=2'],
    ['bytes that are no UTF-8', 'a=%FF'],
    ['an incomplete character', 'a=%C3'],
    ['half of a surrogate pair', 'a=%ED%A0%80'],
    ['a name that is no UTF-8', '%C0%AF=1'],
  ])('with %s is refused', (_, text) => {
    expect(() => parseForm(text)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
