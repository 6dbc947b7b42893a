/** The management API for invitations: links by which people become members of a location (docs/api/back-office.md#people). */
import { z } from 'zod';
import { managingRoles } from '../../tokens/roles.ts';
import { nameText } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { memberRoleSchema } from './members.ts';
import { pageInput, pageOf } from '../management/page.ts';
import { emailCharsMax } from '../management/users.ts';

const everyone = ['user', 'operator'] as const;
const text = z.string();
const nullableText = text.nullable();

/** How long an invitation can be accepted. */
export const invitationDays = 7;

/** An email address in a form: null when it is left empty. */
const optionalEmail = z
  .string()
  .transform((given) => given.trim() || null)
  .pipe(
    z.email('must be an email address').max(emailCharsMax, `must have at most ${emailCharsMax} characters`).nullable(),
  );

const invitation = z.object({
  id: text,
  account_id: text,
  location_id: text,
  location_name: text,
  role: memberRoleSchema,
  email: nullableText,
  invited_by: nullableText,
  created_at: z.coerce.date(),
  expires_at: z.coerce.date(),
});

export type Invitation = z.output<typeof invitation>;

/** A user must have just entered the password. `email`: where the link is sent, if the hub sends mail. `url` is in this reply alone. */
export const createInvitation = principalCall('POST /management/locations/:location_id/invitations', {
  summary: 'Invite somebody to work at a location',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  input: z.object({ role: memberRoleSchema, email: optionalEmail.default(null).meta({ maxLength: emailCharsMax }) }),
  reply: invitation.extend({ url: text }),
});

/** Of an account, for its owner; of one location also for its managers. */
export const listInvitations = principalCall('GET /management/invitations', {
  summary: 'List the open invitations of an account or a location, oldest first',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  input: z.object({ ...pageInput, account_id: nameText.optional(), location_id: nameText.optional() }),
  reply: pageOf(invitation),
});

export const retrieveInvitation = principalCall('GET /management/invitations/:invitation_id', {
  summary: 'Retrieve an open invitation',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  reply: invitation,
});

export const withdrawInvitation = principalCall('POST /management/invitations/:invitation_id/withdraw', {
  summary: 'Withdraw an invitation: its link no longer works',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  reply: z.object({}),
});
