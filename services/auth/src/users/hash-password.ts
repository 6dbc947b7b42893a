import { hash } from '@node-rs/argon2';

/** OWASP's parameters for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, with its salt and parameters, as it is stored. */
export const hashPassword = (password: string) => hash(password.normalize('NFKC'), cost);
