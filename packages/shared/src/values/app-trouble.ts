/** What is the matter with an app: one definition for pages and mails (docs/api/back-office.md#apps-with-trouble). */

/** An app that fetches its events does so every minute or so. It is silent if an event has waited longer than this. */
export const silentAfterMs = 10 * 60_000;

export const troubleKinds = ['silent', 'refusing', 'failing'] as const;

/**
 * The `reason` of an app that fails because it takes its events more slowly than they come. It is no kind of its own: a process of
 * the previous release shows it as one that fails.
 */
export const behindReason = 'slower than its events come';

/** `status`: what the app answered last; null if it did not. */
type Symptoms = { kind: (typeof troubleKinds)[number]; status: number | null; reason: string | null };

const credentialStatuses = [401, 403];

/** `unreached`: there was no answer. `behind`: it takes its events too slowly. `refusing_secret`: the app does not accept the signature of the hub. */
export function troubleCause({ kind, status, reason }: Symptoms) {
  if (kind === 'silent') return 'silent';
  if (kind === 'failing' && reason === behindReason) return 'behind';
  if (kind === 'failing') return status === null ? 'unreached' : 'failing';
  return status !== null && credentialStatuses.includes(status) ? 'refusing_secret' : 'refusing';
}
