/** The mail about an app with trouble, and when it is due (docs/api/back-office.md#apps-with-trouble). */
import { troubleCause } from '@order-hub/shared/app-trouble';
import type { Role } from '@order-hub/shared/roles';
import type { AppTrouble } from '@order-hub/shared/trouble-calls';
import type { MailFacts, NewMail } from '../mails/mail.ts';
import type { TroubledApp } from './troubled-app.store.ts';

/**
 * Whether a trouble that began at `began_at` has lasted long enough to tell it. An event that waits, or 20 refusals in a row, have
 * taken their time already; a failed attempt alone may be a moment.
 */
export const isLasting = (
  { kind }: Pick<AppTrouble, 'kind'>,
  { began_at, now, lastingMs }: { began_at: Date; now: Date; lastingMs: number },
): boolean => kind !== 'failing' || now.getTime() - began_at.getTime() >= lastingMs;

/** The events before the oldest one that waits may have been given up, so `began_at` can be earlier. */
const earlier = (since: string | null, began_at: Date) =>
  since !== null && new Date(since) < began_at ? since : began_at.toISOString();

function factsOf(
  { kind, status, reason, since }: AppTrouble,
  { client_name, name, place, used_at }: TroubledApp,
  began_at: Date,
): MailFacts {
  return {
    app: name === null ? client_name : `${client_name} (${name})`,
    place,
    cause: troubleCause({ kind, status, reason }),
    status: String(status ?? ''),
    since: earlier(since, began_at),
    was_heard: used_at === null ? 'no' : 'yes',
    ...(used_at !== null && { heard_at: used_at.toISOString() }),
  };
}

/** Where somebody sees what is wrong: the owner on the page of the connection, a manager on that of today. */
const pathFor = (role: Role, { connection_id }: AppTrouble, { location_id }: TroubledApp) =>
  role === 'owner' || location_id === null
    ? `/back-office/connections/${connection_id}`
    : `/back-office/locations/${location_id}/today`;

/** The mail to somebody with this role. `began_at`: when the trouble was first seen. */
export const troubleMail = (
  trouble: AppTrouble,
  { app, began_at, role }: { app: TroubledApp; began_at: Date; role: Role },
): NewMail => ({
  kind: trouble.kind === 'silent' ? 'app_silent' : 'app_failing',
  account_id: trouble.account_id,
  facts: factsOf(trouble, app, began_at),
  link: { path: pathFor(role, trouble, app) },
});
