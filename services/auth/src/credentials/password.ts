/** Refuses the passwords that attackers try first (docs/api/back-office.md#passwords). */
import { invalid } from '@order-hub/shared/errors';
import { dictionary } from '@zxcvbn-ts/language-common';

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

const isRepeated = (text: string) => new Set(text).size === 1;
const isRun = (text: string) => runs.some((run) => run.includes(text));
/** “password”, with what people append when a form asks for more. */
const isWord = (text: string) => /^p[a4@](ss|\$\$)w[o0]rds?[^a-z]*$/.test(text);

/** The address, its name or host, or one of their words. */
function isOfEmail(text: string, email: string): boolean {
  const [name = '', host = ''] = email.split('@');
  return [email, name, host, ...email.split(/[^\p{L}\p{N}]+/u)].includes(text);
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();

/** The 49,000 commonest passwords that were ever leaked, in this form. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(plain));

/**
 * Whether the password is among the first guesses: one character, a row of keys, "password", the email address, or one of
 * the commonest passwords.
 */
export function isEasyToGuess(password: string, email: string): boolean {
  const text = plain(password);
  return isRepeated(text) || isRun(text) || isWord(text) || isOfEmail(text, plain(email)) || common.has(text);
}

/** Throws 422 for a new password that is easy to guess. `field`: its name in the form. */
export function assertHardToGuess(password: string, email: string, field = 'password'): void {
  if (isEasyToGuess(password, email)) throw invalid(field, 'not_allowed', 'is too easy to guess. Use a few words');
}
