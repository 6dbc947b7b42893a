import { listOf } from '@order-hub/shared/lists';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { nameSchema } from '@order-hub/shared/names';
import { isRedirectUri, outOfBand, redirectUriCharsMax } from './redirect-uri.ts';

const redirectUrisMax = 20;

const redirectUriSchema = textUpTo(redirectUriCharsMax)
  .refine(isRedirectUri, `must be an http(s) URL in ASCII without fragment and credentials, or ${outOfBand}`)
  .meta({ examples: ['https://shop.example/back'] });

const redirectUrisSchema = listOf(redirectUriSchema, redirectUrisMax);

export const clientCreate = z.object({
  user_id: nameText,
  name: nameSchema,
  redirect_uris: redirectUrisSchema.default([]),
});

/** Space for as many URIs as there may be. */
const linesCharsMax = 50_000;

const linesOf = (text: string) => [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean);

/** The same in a form: one URI per line. All faults are of the one field. */
const redirectUriLines = textUpTo(linesCharsMax).transform((text, ctx) => {
  const lines = linesOf(text);
  const { data, error } = redirectUrisSchema.safeParse(lines);
  for (const { path, message } of error?.issues ?? []) {
    const [at] = path;
    const where = typeof at === 'number' ? ` (not “${lines[at]?.slice(0, 80).toWellFormed()}”)` : '';
    ctx.addIssue({ code: 'custom', message: message + where });
  }
  return data ?? z.NEVER;
});

export const clientForm = z.object({ name: nameSchema, redirect_uris: redirectUriLines });

export const clientCredentials = z.object({ client_id: z.string(), client_secret: z.string() });
