import { hash, verify } from '@node-rs/argon2';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { openSlots } from '@order-hub/shared/slots';

/** OWASP's parameters for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing fills a core and 19 MiB: two at a time leave the other threads to everybody else. */
const slots = openSlots({
  max: 2,
  waitMs: 5_000,
  waitingMax: 100,
  refuse: () => serviceUnavailable('Too many people are logging in at the moment; try again in a few seconds'),
});

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await slots.take('');
  return work().finally(release);
}

const normal = (password: string) => password.normalize('NFKC');

/** The argon2id hash of a password, with its salt and parameters, as it is stored. Throws 503 when too many wait. */
export const hashPassword = (password: string) => inTurn(() => hash(normal(password), cost));

/** A hash that no password has, of the same cost. */
const nobodys = hash(crypto.randomUUID(), cost);

/** Whether this is the password of the hash. Undefined, for a user that is not there, costs the same time. Throws 503. */
export const isPassword = (password_hash: string | undefined, password: string): Promise<boolean> =>
  inTurn(async () => {
    const isRight = await verify(password_hash ?? (await nobodys), normal(password));
    return isRight && password_hash !== undefined;
  });
