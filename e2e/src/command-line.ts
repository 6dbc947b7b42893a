/** The `hub` command line: most commands run in this process, because a process of Node takes most of a second to start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.ts';

const folder = join(root, 'packages', 'cli');
const main = join(folder, 'dist', 'src', 'main.js');
const source = join(folder, 'src', 'hub.ts');

type Terminal = {
  env: NodeJS.ProcessEnv;
  stdin: AsyncIterable<string>;
  print: (text: string) => void;
  printError: (text: string) => void;
  interruption: () => AbortSignal;
};

type CommandLine = { runHub(args: readonly string[], terminal: Terminal): Promise<number> };

let imported: Promise<CommandLine> | undefined;

/** Imports the source: once, because jest cannot import modules concurrently. */
const commandLine = () => (imported ??= import(pathToFileURL(source).href) as Promise<CommandLine>);

async function* linesOf(text: string) {
  yield text;
}

type Shell = { env?: Record<string, string>; stdin?: string };

const withoutHub = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HUB_')));

/** Runs `hub` with these arguments until it ends. */
export async function runHub(args: readonly string[], { env = {}, stdin = '' }: Shell) {
  const output = { stdout: '', stderr: '' };
  const code = await (
    await commandLine()
  ).runHub(args, {
    env: { ...withoutHub(), ...env },
    stdin: linesOf(stdin),
    print: (text) => (output.stdout += text),
    printError: (text) => (output.stderr += text),
    interruption: () => new AbortController().signal,
  });
  return { code, ...output };
}

/** Runs `hub` for the hub of this data folder. Returns the JSON that it prints. */
export function hubCommand(dataFolder: string) {
  return async (command: string, options: Record<string, string> = {}, stdin = ''): Promise<any> => {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const env = { HUB_DATA_DIR: dataFolder };
    const { code, stdout, stderr } = await runHub([...command.split(' '), ...args], { env, stdin });
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
}

/** Starts `hub` as a process, for a command that goes on. `stderr` and `stdout` grow; `ended` gives the exit code. */
export function startHub(args: readonly string[], { env = {}, stdin = '' }: Shell) {
  const child = spawn(process.execPath, [main, ...args], { env: { ...withoutHub(), ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  child.stdin.end(stdin);
  const ended = once(child, 'close').then(([code]): number | null => code);
  return { output, ended, interrupt: () => child.kill('SIGINT'), kill: () => child.kill('SIGKILL') };
}
