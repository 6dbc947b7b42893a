/** The connection of the application, known from its first call on. */
import { createClient, type Client } from '@order-hub/client';

export type Caller = { token: string; api: Client };

export type KnownCaller = {
  /** Remembers the token of the first call. */
  learn(token: string): void;
  find(): Caller | undefined;
  /** Throws if the application has not called. */
  get(): Caller;
};

export function knownCaller(hubUrl: string): KnownCaller {
  let known: Caller | undefined;
  return {
    learn: (token) => void (known ??= { token, api: createClient({ baseUrl: hubUrl, token }) }),
    find: () => known,
    get() {
      if (!known) throw new Error('The application has not called with an access token');
      return known;
    },
  };
}
