/**
 * Under test a hash takes a hundredth of the time: nearly every test creates users who log in. jest.config.js puts this in
 * place of `../credentials/hash-password.ts` as the features of `src` import it; password.test.ts tests the real one.
 */
import { hashingAt } from '../src/credentials/hash-password.ts';

export const { hashPassword, checkPassword } = hashingAt({ memoryCost: 16, timeCost: 1, parallelism: 1 });
