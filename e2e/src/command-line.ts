/** The `hub` command line, run as an operator runs it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const main = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'dist', 'src', 'main.js');

/** Runs `hub` for the hub of this data folder. Returns the JSON that it prints. */
export function hubCommand(dataFolder: string) {
  const { HUB_AUTH_URL: _url, HUB_OPERATOR_KEY: _key, ...rest } = process.env;
  const env = { ...rest, HUB_DATA_DIR: dataFolder };

  return async (command: string, options: Record<string, string> = {}): Promise<any> => {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...command.split(' '), ...args], { env });
    return JSON.parse(stdout);
  };
}

type Shell = { env?: Record<string, string>; stdin?: string };

const withoutHub = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HUB_')));

/** Starts `hub`, for a command that goes on. `stderr` and `stdout` grow; `ended` gives the exit code. */
export function startHub(args: readonly string[], { env = {}, stdin = '' }: Shell) {
  const child = spawn(process.execPath, [main, ...args], { env: { ...withoutHub(), ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  child.stdin.end(stdin);
  const ended = once(child, 'close').then(([code]): number | null => code);
  return { output, ended, interrupt: () => child.kill('SIGINT'), kill: () => child.kill('SIGKILL') };
}

/** Runs `hub` with these arguments until it ends. */
export async function runHub(args: readonly string[], shell: Shell) {
  const { output, ended } = startHub(args, shell);
  return { code: await ended, ...output };
}
