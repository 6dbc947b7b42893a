import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

/** Runs a shell command that orders at the website. Its output goes to stderr: stdout has the report. Throws if it fails. */
export const orderByCommand =
  (line: string, { printError, env }: Pick<Terminal, 'printError' | 'env'>) =>
  async (): Promise<void> => {
    const child = spawn(line, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], ...(env && { env }) });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => printError(text.toString()));
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (code !== 0) throw new CommandError(`The order command ended with ${signal ?? `exit code ${String(code)}`}.`);
  };

/** Asks whoever is at the terminal. */
export const orderByHand =
  ({ printError }: Pick<Terminal, 'printError'>) =>
  async (): Promise<void> =>
    printError('  Order something at the website now\n');
