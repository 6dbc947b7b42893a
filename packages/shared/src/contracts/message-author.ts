/**
 * The author of a message that passes through a broker: its sender signs it, and the consumer checks who that was. So a service that is
 * taken over sends only what it may (docs/decisions/0099-a-message-has-an-author.md). The direct bus knows the sender of a request.
 */
import { sign, verify } from 'node:crypto';
import { isTopic, termsOf } from './topics.ts';
import type { ServiceName } from '../process/neighbours.ts';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';

/** What is signed. The rest of a message, such as the id of its request, serves logs only. */
export type SignedParts = { id: string; topic: string; key: string; version: number; body: Buffer };

/** The signature, and the id of the key that made it. */
export type Signature = { signed_by: string; signature: string };

/** Begins as no token does, so that no signature of one stands for the other. */
const textOf = ({ id, topic, key, version, body }: SignedParts) =>
  Buffer.concat([Buffer.from(JSON.stringify(['message', id, topic, key, version])), body]);

export const signMessage = ({ id, privateKey }: SigningKey, parts: SignedParts): Signature => ({
  signed_by: id,
  signature: sign(null, textOf(parts), privateKey).toString('base64'),
});

/** The service that signed a message; undefined for a signature that is not right. */
export function authorOf(keys: VerifyingKeys, parts: SignedParts, { signed_by, signature }: Signature) {
  const key = keys.get(signed_by);
  if (!key) return undefined;
  return verify(null, textOf(parts), key.publicKey, Buffer.from(signature, 'base64')) ? key.service : undefined;
}

/** What a consumer does with a message: `passed` is ignored, `unsigned` rejected, `forged` dropped. */
export type Judgement = 'taken' | 'passed' | 'unsigned' | 'forged';

/**
 * Takes the messages of a topic's producers, and of the consumer itself: those that it rejected and that an operator lets it try again.
 * What another consumer tries again is passed, because this one has had it.
 */
export function judgeAuthor(author: ServiceName, topic: string, consumer: ServiceName): Judgement {
  if (!isTopic(topic)) return 'taken';
  const { producers, consumers } = termsOf(topic);
  if (producers.includes(author) || author === consumer) return 'taken';
  return consumers.includes(author) ? 'passed' : 'forged';
}
