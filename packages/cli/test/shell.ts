/** The command line over a real auth service, in this process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { testOperatorKey } from '@order-hub/testing/call';
import { startNeighbours } from '../../../services/auth/test/issued-codes.ts';
import { startTestAuth } from '../../../services/auth/test/service.ts';
import { runHub } from '../src/hub.ts';

type ShellOptions = { env?: NodeJS.ProcessEnv; stdin?: string; isTerminal?: boolean; typed?: string };

export type OptionValues = Record<string, string | string[]>;

async function* linesOf(text: string) {
  yield text;
}

/** `'account create', { name: 'A' }` as arguments: `account create --name A`. A list repeats its option. */
const argsOf = (command: string, options: OptionValues): string[] => [
  ...command.split(' '),
  ...Object.entries(options).flatMap(([name, values]) => [values].flat().flatMap((value) => [`--${name}`, value])),
];

/** Starts auth, with a data folder that leads to it. */
export async function startShell() {
  const neighbours = await startNeighbours();
  const auth = await startTestAuth({ env: { PUBLIC_URL: 'http://hub.example', ...neighbours.settings } });
  const folder = await mkdtemp(join(tmpdir(), 'hub-cli-'));
  const api = { auth_url: auth.url(), operator_key: testOperatorKey };
  await writeFile(join(folder, 'operator.json'), JSON.stringify(api));

  /** Runs the command line with these arguments. Returns its output and exit code. */
  async function shell(args: string[], options: ShellOptions = {}) {
    const { env = { HUB_DATA_DIR: folder }, stdin = '', isTerminal = false, typed } = options;
    let stdout = '';
    let stderr = '';
    const code = await runHub(args, {
      env,
      isTerminal,
      ...(typed !== undefined && { askHidden: () => Promise.resolve(typed) }),
      stdin: linesOf(stdin),
      print: (text) => (stdout += text),
      printError: (text) => (stderr += text),
      interruption: () => new AbortController().signal,
    });
    return { code, stdout, stderr };
  }

  return {
    ...{ auth, neighbours, folder, auth_url: api.auth_url, shell },
    /** Runs a command that must succeed. Returns its JSON. */
    async hub(command: string, options: OptionValues = {}, stdin = '') {
      const { code, stdout, stderr } = await shell(argsOf(command, options), { stdin });
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    },
    /** Runs a command that must succeed, on a terminal. Returns its lines. */
    async linesOnTerminal(...args: string[]) {
      const { code, stdout, stderr } = await shell(args, { isTerminal: true });
      expect([code, stderr]).toEqual([0, '']);
      return stdout.trimEnd().split('\n');
    },
    /** Runs a command that must fail. Returns its error. */
    async errorOf(command: string, options: OptionValues = {}, stdin = '') {
      const { code, stdout, stderr } = await shell(argsOf(command, options), { stdin });
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    },
    async close() {
      await auth.close();
      await neighbours.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type Shell = Awaited<ReturnType<typeof startShell>>;

let emails = 0;
export const anEmail = () => `operator-${(emails += 1)}@example.com`;
export const password = 'correct horse';
