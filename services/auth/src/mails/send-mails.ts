/**
 * Sends the mails that wait. A mail is leased while it is sent: replicas share the work, and a mail whose process died is
 * sent again when the lease ends. So each is sent at least once, always with the same Message-ID.
 */
import type { Database } from '@order-hub/shared/database';
import { decryptIfKeyKnown } from '@order-hub/shared/encryption';
import type { Log } from '@order-hub/shared/log';
import { counter } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { writeMail } from './content/mail-content.tsx';
import { mailTokenOwner, messageIdOf, retryAt, type WaitingMail } from './mail.ts';
import { claimMails, deleteMail, updateDueAt } from './mail.store.ts';
import type { SendMail } from './smtp/send-by-smtp.ts';
import { faultInWords, isRefusedForGood } from './smtp/smtp-server.ts';

type Deps = {
  db: Database;
  log: Log;
  now: () => Date;
  metrics: Metrics;
  publicUrl: string;
  encryptionKeys: readonly string[];
  sendMail: SendMail;
};

const everyMs = 1_000;
const atOnce = 5;
/** Longer than a mail may take to send. */
const leaseMs = 60_000;

const total = counter(
  'hub_mails_total',
  'Attempts to send a mail, by outcome: "sent", "failed" and tried again later, or "dropped" because it was refused for good or came too late.',
  ['outcome'],
);
const outcomes = ['sent', 'failed', 'dropped'] as const;
type Outcome = (typeof outcomes)[number];

/** A link without its token would not work: a mail whose token cannot be read is not sent. */
async function urlOf({ publicUrl, encryptionKeys }: Deps, { id, path, token_encrypted }: WaitingMail) {
  if (path === null) return { url: null };
  if (token_encrypted === null) return { url: publicUrl + path };
  const token = await decryptIfKeyKnown(encryptionKeys, token_encrypted, mailTokenOwner(id));
  return token === undefined ? undefined : { url: publicUrl + path + token };
}

/** Throws what the server answers. Returns false for a mail whose token cannot be read. */
async function send(deps: Deps, mail: WaitingMail, signal: AbortSignal): Promise<boolean> {
  const link = await urlOf(deps, mail);
  if (!link) return false;
  const { host: hub, hostname } = new URL(deps.publicUrl);
  const { id, address: to, created_at: date } = mail;
  const content = writeMail({ ...mail, ...link, hub });
  await deps.sendMail({ ...content, to, date, messageId: messageIdOf(id, hostname) }, signal);
  return true;
}

type Attempt = { outcome: Outcome; reason?: string };

async function attempt(deps: Deps, mail: WaitingMail, signal: AbortSignal): Promise<Attempt> {
  if (mail.expires_at <= deps.now()) return { outcome: 'dropped', reason: 'it waited too long' };
  try {
    if (await send(deps, mail, signal)) return { outcome: 'sent' };
    return { outcome: 'dropped', reason: 'no encryption key reads its token' };
  } catch (error) {
    const fault = error as object;
    return { outcome: isRefusedForGood(fault) ? 'dropped' : 'failed', reason: faultInWords(fault) };
  }
}

/** Sends a mail, and says in the log what became of it: never to whom, nor with which link. */
async function process(deps: Deps, mail: WaitingMail, signal: AbortSignal): Promise<Outcome> {
  const { outcome, reason } = await attempt(deps, mail, signal);
  const { id: mail_id, kind, account_id, attempts } = mail;
  const line = { mail_id, kind, account_id, attempts, ...(reason !== undefined && { reason }) };
  if (outcome === 'failed')
    await updateDueAt(deps.db, mail, signal.aborted ? deps.now() : retryAt(deps.now(), attempts));
  else await deleteMail(deps.db, mail);
  deps.log[outcome === 'sent' ? 'info' : 'warn'](line, `mail ${outcome}`);
  return outcome;
}

/** Every second, sends what is due. */
export function startSendingMails(deps: Deps): Repeating {
  const { db, log, now } = deps;
  const counted = deps.metrics.counter(total);
  // From the start, so that the first mail is an increase.
  for (const outcome of outcomes) counted.inc({ outcome }, 0);

  async function sendSome(signal: AbortSignal): Promise<number> {
    const at = now();
    const mails = await claimMails(db, { now: at, leasedUntil: new Date(at.getTime() + leaseMs), count: atOnce });
    await Promise.all(mails.map(async (mail) => counted.inc({ outcome: await process(deps, mail, signal) })));
    return mails.length;
  }

  return startRepeating({
    async work(signal) {
      while (!signal.aborted && (await sendSome(signal)) > 0);
    },
    everyMs,
    log,
    messages: { failing: 'mails cannot be read at the moment', well: 'mails are read again' },
  });
}
