import { askHidden } from './ask-hidden.ts';
import { runHub } from './hub.ts';

/** The first signal asks the command to end well, the next one ends the process. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}

process.exitCode = await runHub(process.argv.slice(2), {
  stdin: process.stdin,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  interruption,
  ...(process.stdin.isTTY && { askHidden }),
});
