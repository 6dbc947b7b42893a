import { askHidden } from './ask-hidden.ts';
import { runHub } from './hub.ts';

process.exitCode = await runHub(process.argv.slice(2), {
  stdin: process.stdin,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  ...(process.stdin.isTTY && { askHidden }),
});
