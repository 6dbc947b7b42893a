import { CommandError } from './command-error.ts';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks on the terminal for what nobody should see, and shows nothing of what is typed. Throws CommandError after Ctrl-C. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new CommandError('Nothing was saved.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
