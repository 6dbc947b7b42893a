/** The user token with which a board is read. */
import type { OnBehalf } from '@order-hub/shared/principal-call';
import { userTokenSeconds } from '@order-hub/shared/user-token';
import type { EventStream } from './open-event-stream.ts';

/** A new user token for the session; undefined when the session is over, or the location no longer the user's. */
export type RenewToken = () => Promise<string | undefined>;

export type TokenViewer = { on: OnBehalf; renewToken: RenewToken };

/** A token that is younger will still be valid when its request arrives. */
const renewAfterMs = (userTokenSeconds * 1_000) / 2;

export type BoardToken = {
  join(stream: EventStream, viewer: TokenViewer): void;
  leave(stream: EventStream): void;
  /** A token that is valid for the next seconds; the last one while auth does not answer. */
  current(): Promise<OnBehalf>;
};

/** Any viewer's token will do, since all of them may look: that of whoever joined last, renewed only when the board is read. */
export function openBoardToken(first: OnBehalf): BoardToken {
  /** The newest last. */
  const viewers = new Map<EventStream, TokenViewer>();
  let on = first;
  let signedAtMs = performance.now();

  function use(next: OnBehalf): void {
    on = next;
    signedAtMs = performance.now();
  }

  async function renew(): Promise<void> {
    for (const viewer of [...viewers.values()].reverse()) {
      const user_token = await viewer.renewToken();
      if (user_token === undefined) continue;
      use({ ...viewer.on, user_token });
      return;
    }
  }

  return {
    join(stream, viewer) {
      viewers.set(stream, viewer);
      use(viewer.on);
    },
    leave: (stream) => void viewers.delete(stream),
    async current() {
      // The call has logged why it failed.
      if (performance.now() - signedAtMs > renewAfterMs) await renew().catch(() => undefined);
      return on;
    },
  };
}
