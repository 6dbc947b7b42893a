import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;

/** The code that an authenticator app with this key (base 32) shows at a time; `steps` of thirty seconds later. */
export const totpCode = (key: string, at: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() + steps * stepMs });
