import { hash, verify } from '@node-rs/argon2';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { openSlots } from '@order-hub/shared/slots';

/** OWASP's parameters for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing fills a core and 19 MiB, in one of libuv's four threads: never in that of the event loop. Two at a time leave two
 * threads to host names and files, which would else wait for every hash (UV_THREADPOOL_SIZE may not be less than 4).
 */
const slots = openSlots({
  max: 2,
  waitMs: 5_000,
  waitingMax: 100,
  refuse: () => serviceUnavailable('Too many people are logging in at the moment. Please try again in a few seconds'),
});

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await slots.take('');
  return work().finally(release);
}

const normal = (password: string) => password.normalize('NFKC');
const newHash = (password: string) => hash(normal(password), cost);

/** The argon2id hash of a password, with its salt and parameters, as it is stored. Throws 503 when too many wait. */
export const hashPassword = (password: string) => inTurn(() => newHash(password));

/** A hash that no password has, of the same cost. */
const nobodys = hash(crypto.randomUUID(), cost);

const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/;

/** Whether a stored hash costs a guesser less than one of today. */
function isWeaker(password_hash: string): boolean {
  const [, memory = '0', passes = '0'] = parameters.exec(password_hash) ?? [];
  return parseInt(memory, 10) < cost.memoryCost || parseInt(passes, 10) < cost.timeCost;
}

/** `better`: a new hash of a right password, when the stored one is weaker than those of today. */
type PasswordCheck = { isRight: boolean; better: string | undefined };

/**
 * Whether this is the password of the hash. Undefined, for a user that is not there, costs the same time. Throws 503 when
 * too many wait.
 */
export const checkPassword = (password_hash: string | undefined, password: string): Promise<PasswordCheck> =>
  inTurn(async () => {
    const isSame = await verify(password_hash ?? (await nobodys), normal(password));
    if (!isSame || password_hash === undefined) return { isRight: false, better: undefined };
    return { isRight: true, better: isWeaker(password_hash) ? await newHash(password) : undefined };
  });
