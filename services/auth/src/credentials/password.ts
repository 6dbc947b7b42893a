/** Passwords that somebody who guesses tries first (docs/api/back-office.md#passwords). */
import { invalid } from '@order-hub/shared/errors';

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

const isRepeated = (text: string) => new Set(text).size === 1;
const isRun = (text: string) => runs.some((run) => run.includes(text));
/** "password", with what people put behind it when a form wants more. */
const isWord = (text: string) => /^p[a4@](ss|\$\$)w[o0]rds?[^a-z]*$/.test(text);

/** The address itself, what stands before the @, its host, and their longer words. */
function isOfEmail(text: string, email: string): boolean {
  const [name = '', host = ''] = email.split('@');
  return [email, name, host, ...email.split(/[^\p{L}\p{N}]+/u)].includes(text);
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether the password is among the first guesses: one character, a row of keys, "password", or the email address. */
export function isEasyToGuess(password: string, email: string): boolean {
  const text = plain(password);
  return isRepeated(text) || isRun(text) || isWord(text) || isOfEmail(text, plain(email));
}

/** Throws 422 for a new password that is easy to guess. `field`: how the form calls it. */
export function assertHardToGuess(password: string, email: string, field = 'password'): void {
  if (isEasyToGuess(password, email)) throw invalid(field, 'is too easy to guess. Use a few words');
}
