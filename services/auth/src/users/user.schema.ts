import { z } from 'zod';
import { timezoneView } from '../timezone.view.ts';

/** `email` only with profile_with_email (docs/api/locations.md#users). */
export const userView = z
  .object({
    id: z.string().describe('The id of the user.'),
    first_name: z.string().nullable().describe('The first name.'),
    last_name: z.string().nullable().describe('The last name.'),
    email: z.string().optional().describe('The email address; only with the permission `profile_with_email`.'),
    email_verified: z
      .boolean()
      .optional()
      .describe('Whether the hub has verified that the user reads mail to `email`; only with it.'),
    timezone: timezoneView.describe('The timezone of the user.'),
    locales: z.array(z.string()).describe('The languages of the user, as tags such as `fr-FR`.'),
  })
  .meta({ id: 'User', description: 'The user who authorised the connection.' });
