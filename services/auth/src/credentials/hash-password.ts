import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { addressKey } from '@order-hub/shared/address-key';
import type { Cost } from '@order-hub/shared/caller';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { openSlots, type Waiter } from '@order-hub/shared/slots';

/** What argon2 takes for a hash: KiB, passes and lanes. */
type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/**
 * A hash fills a core and 19 MiB on one of libuv's four threads, never on the event loop's. Two at a time leave two threads
 * for DNS and files, which would otherwise wait for every hash (UV_THREADPOOL_SIZE must be at least 4). One core is left for
 * other requests, such as those for tokens.
 */
export const hashesMax = Math.max(1, Math.min(2, availableParallelism() - 1));

export const hashingSlots = openSlots({
  max: hashesMax,
  waitMs: 5_000,
  waitingMax: 20,
  refuse: () =>
    serviceUnavailable('Too many people are logging in at the moment. Please try again in a few seconds', 'log_ins'),
});

/** Who has a password hashed: a user who has logged in, or an address. They take turns. */
export type HashContext = Waiter & {
  address: string | null;
  cost: Cost;
  session?: { user: { id: string } } | null;
};

async function inTurn<Result>(ctx: HashContext, work: () => Promise<Result>): Promise<Result> {
  const release = await hashingSlots.take(ctx.session?.user.id ?? addressKey(ctx.address ?? ''), ctx);
  const from = performance.now();
  try {
    return await work();
  } finally {
    release();
    ctx.cost.ms += performance.now() - from;
  }
}

const normal = (password: string) => password.normalize('NFKC');

const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

/** Whether a stored hash is cheaper to attack than one of this cost. */
function isWeaker(password_hash: string, { memoryCost, timeCost }: HashCost): boolean {
  const [, memory = '0', passes = '0'] = parameters.exec(password_hash) ?? [];
  return parseInt(memory, 10) < memoryCost || parseInt(passes, 10) < timeCost;
}

/** `better`: a new hash of a right password, when the stored one is weaker than those of today. */
type PasswordCheck = { isRight: boolean; better: string | undefined };

/** Tests hash at a lower cost (test/quick-hashes.ts). */
export function hashingAt(cost: HashCost) {
  const newHash = (password: string) => hash(normal(password), cost);

  /** A hash that no password has, of the same cost. */
  const nobodys = hash(crypto.randomUUID(), cost);

  return {
    /**
     * The argon2id hash of a password, with its salt and parameters, as it is stored. Throws 503 when too many wait, and the
     * signal's reason when the client gives up.
     */
    hashPassword: (ctx: HashContext, password: string) => inTurn(ctx, () => newHash(password)),

    /**
     * Whether this is the password of the hash. Undefined, for a user that is not there, costs the same time. Throws 503 when
     * too many wait, and the signal's reason when the client gives up.
     */
    checkPassword: (ctx: HashContext, password_hash: string | undefined, password: string): Promise<PasswordCheck> =>
      inTurn(ctx, async () => {
        const isSame = await verify(password_hash ?? (await nobodys), normal(password));
        if (!isSame || password_hash === undefined) return { isRight: false, better: undefined };
        return { isRight: true, better: isWeaker(password_hash, cost) ? await newHash(password) : undefined };
      }),
  };
}

/** OWASP's parameters for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
export const { hashPassword, checkPassword } = hashingAt({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
