import { nameSchema } from '@order-hub/shared/names';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

/** Room for a recovery code with spaces, and for a browser's answer with a certificate or two. */
const codeCharsMax = 64;
const passkeyCharsMax = 20_000;

/** The fields with which a user proves a second factor. */
export const proofFields = {
  code: textUpTo(codeCharsMax).default(''),
  passkey: textUpTo(passkeyCharsMax).default(''),
};

export const appForm = z.object({ name: nameSchema, code: textUpTo(codeCharsMax) });

export const passkeyForm = z.object({ name: nameSchema, passkey: proofFields.passkey });
