/** Events that the hub has not sent. Pure. */
import { randomBytes } from 'node:crypto';
import type { EventText } from './event-text.ts';
import { pushHeaders } from './signature.ts';

/** What goes over the wire. */
export type PushedText = { label: string; body: string; headers: Record<string, string> };

type Signing = Parameters<typeof pushHeaders>[1];

const isSignature = (name: string, names: readonly string[]) => name === 'Webhook-Signature' || names.includes(name);

/** The same event signed with another secret, without a signature, and changed after it was signed. */
export function forgeriesOf(event: EventText, signing: Signing): PushedText[] {
  const headers = pushHeaders(event, signing);
  const unsigned = Object.entries(headers).filter(([name]) => !isSignature(name, signing.signatureHeaders));
  const changed = JSON.stringify({ ...(JSON.parse(event.body) as object), created_at: '2020-01-01T00:00:00Z' });
  const otherSecret = { ...signing, secret: randomBytes(32).toString('hex') };
  const { label, body } = event;
  return [
    { label: `${label}, signed with another secret`, body, headers: pushHeaders(event, otherSecret) },
    { label: `${label}, without a signature`, body, headers: Object.fromEntries(unsigned) },
    { label: `${label}, changed after it was signed`, body: changed, headers },
  ];
}
