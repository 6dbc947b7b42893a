import { CommandError } from './command-error.ts';
import { flag } from './declarations/options.ts';
import { firstLine } from './first-lines.ts';
import type { Terminal } from './terminal.ts';

/** The option of commands that ask first. */
export const yesOption = flag('do not ask first');

/** Asks before what cannot be undone, unless `--yes` was given. Throws CommandError without a yes, and where nobody can say it. */
export async function assertYes(
  question: string,
  { stdin, printError, isTerminal }: Terminal,
  { yes }: { yes: boolean },
): Promise<void> {
  if (yes) return;
  if (!isTerminal) throw new CommandError('This cannot be undone, and nobody can be asked here: use --yes.');
  printError(`${question} Type yes to go on: `);
  if ((await firstLine(stdin)).trim() !== 'yes') throw new CommandError('Nothing was done.');
}
