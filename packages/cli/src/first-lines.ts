import type { Terminal } from './terminal.ts';

/** The first lines of stdin; empty ones for those that are missing. Reads no further: whoever types them does not close stdin. */
export async function firstLines(stdin: Terminal['stdin'], count: number): Promise<string[]> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.split('\n').length > count) break;
  }
  const lines = text.split(/\r?\n/);
  return Array.from({ length: count }, (_none, index) => lines[index] ?? '');
}

export async function firstLine(stdin: Terminal['stdin']): Promise<string> {
  const [line = ''] = await firstLines(stdin, 1);
  return line;
}
