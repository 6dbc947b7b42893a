/**
 * A passkey as the hub knows it. `sign_count`: how often it has signed, as it last said; many always say 0. `transports`: how the
 * browser reaches it.
 */
import { parseJson } from '@order-hub/shared/json';

export type Passkey = {
  id: string;
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
};

export const challengeMs = 10 * 60_000;

/** Names a passkey to the browser. */
export const descriptorOf = ({ credential_id, transports }: Passkey) => ({ id: credential_id, transports });

/** What the browser answered, as JSON; undefined if it is not. */
export function parsedAnswer(text: string): { id: string } | undefined {
  try {
    const answer = parseJson(text);
    return isAnswer(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

const isAnswer = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
