/** The codes of authenticator apps (RFC 6238): six digits, a new one every thirty seconds. */
import { Secret, TOTP } from 'otpauth';

/** What every app supports; many ignore other values. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
/** Steps before and after the present one: clocks of phones differ, and typing takes time. */
const window = 1;

/** A secret of 160 random bits, in base 32. */
export const newTotpSecret = () => new Secret({ size: secretBytes }).base32;

/** The URI that apps read from a QR code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  new TOTP({ ...parameters, issuer, label, secret }).toString();

export const isTotpCode = (code: string) => /^\d{6}$/.test(code);

/** The step whose code this is, in steps of thirty seconds since 1970; undefined when it is not the code of the time `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  // The library throws for other digits of six characters, such as full-width ones.
  if (!isTotpCode(code)) return undefined;
  const timestamp = now.getTime();
  const delta = new TOTP({ ...parameters, secret }).validate({ token: code, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / (parameters.period * 1_000)) + delta;
}

/** Codes as people type them: with spaces. */
export const plainTotpCode = (code: string) => code.replaceAll(/\s/g, '');
