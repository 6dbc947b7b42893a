import { redirectUrisSchema } from '@order-hub/shared/management/clients';
import { nameSchema } from '@order-hub/shared/names';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { textStart } from '@order-hub/shared/text-start';

/** Space for as many URIs as there may be. */
const linesCharsMax = 50_000;

const linesOf = (text: string) => [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean);

/** Redirect URIs in a form: one per line. Every fault belongs to this one field. */
const redirectUriLines = textUpTo(linesCharsMax).transform((text, ctx) => {
  const lines = linesOf(text);
  const { data, error } = redirectUrisSchema.safeParse(lines);
  for (const { path, message } of error?.issues ?? []) {
    const [at] = path;
    const where = typeof at === 'number' ? ` (not “${textStart(lines[at] ?? '', 80)}”)` : '';
    ctx.addIssue({ code: 'custom', message: message + where });
  }
  return data ?? z.NEVER;
});

export const clientForm = z.object({ name: nameSchema, redirect_uris: redirectUriLines });
