import { describe, expect, test } from '@jest/globals';
import { newTotpSecret, stepOfCode, totpUri } from './apps/totp.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-codes/recovery-code.ts';

describe('recovery codes', () => {
  test('there are ten, of 80 bits each, without letters that look alike', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  test.each(['8f3k2m9qx7tw01n5', '8F3K 2M9Q X7TW OLN5', ' 8f3k-2m9q-x7tw-oin5 '])(
    '%j is 8f3k-2m9q-x7tw-01n5',
    (typed) => {
      expect(recoveryCodeDigest(typed)).toBe(recoveryCodeDigest('8f3k-2m9q-x7tw-01n5'));
    },
  );
});

describe('the relying party', () => {
  test.each([
    ['https://hub.example', 'hub.example', 'https://hub.example'],
    ['https://hub.example:8443/', 'hub.example', 'https://hub.example:8443'],
    ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
  ])('%s: passkeys belong to %s and come from %s', (publicUrl, id, origin) => {
    expect(relyingPartyOf(publicUrl)).toEqual({ id, origin, name: 'Order hub' });
  });

  test.each(['http://hub.example', 'http://127.0.0.1:8080', 'https://192.0.2.1', 'https://[2001:db8::1]'])(
    '%s: browsers offer none',
    (publicUrl) => {
      expect(relyingPartyOf(publicUrl)).toBeUndefined();
    },
  );
});

describe('authenticator apps', () => {
  /** The secret of RFC 6238, appendix B: `12345678901234567890`. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  const at = (seconds: number) => new Date(seconds * 1_000);

  describe('a code', () => {
    test.each([
      [59, '287082', 1],
      [1_111_111_109, '081804', 37_037_036],
      [1_111_111_111, '050471', 37_037_037],
      [1_234_567_890, '005924', 41_152_263],
      [2_000_000_000, '279037', 66_666_666],
      [20_000_000_000, '353130', 666_666_666],
    ])('at %d seconds it is that of RFC 6238: %s', (seconds, code, step) => {
      expect(stepOfCode(secret, code, at(seconds))).toBe(step);
    });

    test.each([
      [89, 1],
      [29, 1],
      [90, undefined],
      [-1, undefined],
    ])('of step 1 counts at %d seconds as step %j', (seconds, step) => {
      expect(stepOfCode(secret, '287082', at(seconds))).toBe(step);
    });

    test.each(['', '28708', '2870820', '28708a', '２８７０８２'])('%j is none', (code) => {
      expect(stepOfCode(secret, code, at(59))).toBeUndefined();
    });
  });

  test('a secret has 160 bits, and no two are equal', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  test('the URI names the hub and the user', () => {
    const uri = totpUri(secret, { issuer: 'Order hub hub.example', label: 'ada+1@example.com' });
    expect(uri).toBe(
      `otpauth://totp/Order%20hub%20hub.example:ada%2B1%40example.com?issuer=Order%20hub%20hub.example&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
