import { languages } from '@order-hub/shared/languages';
import { localeCharsMax, localesMax, localesSchema } from '@order-hub/shared/management/users';
import { optionalName } from '@order-hub/shared/names';
import { rule } from '@order-hub/shared/rules';
import { textUpTo } from '@order-hub/shared/texts';
import { timezoneSchema } from '@order-hub/shared/times';
import { z } from 'zod';

/** A user's profile, in a form. Language tags are separated by commas or blanks. */
export const profileForm = z.object({
  first_name: optionalName,
  last_name: optionalName,
  timezone: timezoneSchema,
  language: z
    .enum(['', ...languages], 'must be one of the choices')
    .transform((language) => language || null)
    .optional(),
  trouble_mails: z
    .enum(['on', 'off'], 'must be one of the choices')
    .transform((choice) => choice === 'on')
    .optional(),
  locales: textUpTo(localesMax * (localeCharsMax + 2))
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .check(
      rule(
        (tags) => localesSchema.safeParse(tags).success,
        'wrong_format',
        `must be up to ${localesMax} language tags, such as fr-FR, en`,
      ),
    ),
});
