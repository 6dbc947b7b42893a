import { listOf } from '@order-hub/shared/lists';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { nameSchema } from '../name.schema.ts';

/** The redirect URI of installed applications (docs/api/authentication.md#installed-applications). */
const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
const redirectUrisMax = 20;

function isRedirectUri(text: string): boolean {
  if (text === outOfBand) return true;
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

const redirectUriSchema = textUpTo(2_048)
  .refine(isRedirectUri, `must be an http(s) URL without fragment and credentials, or ${outOfBand}`)
  .meta({ examples: ['https://shop.example/back'] });

export const clientCreate = z.object({
  user_id: nameText,
  name: nameSchema,
  redirect_uris: listOf(redirectUriSchema, redirectUrisMax).default([]),
});

export const clientCredentials = z.object({ client_id: z.string(), client_secret: z.string() });
