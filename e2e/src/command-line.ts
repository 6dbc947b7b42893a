/** The `hub` command line, run as an operator runs it. */
import { execFile } from 'node:child_process';
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
