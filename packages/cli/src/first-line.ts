import type { Terminal } from './terminal.ts';

/** The first line of stdin. Reads no further: whoever types it does not close stdin. */
export async function firstLine(stdin: Terminal['stdin']): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}
