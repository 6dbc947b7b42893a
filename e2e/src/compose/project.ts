/** docker-compose.yml as an operator runs it, in a project of its own. */
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';
import type { Engine } from './engine.ts';

const outputBytesMax = 64 * 1024 * 1024;

type ProjectOptions = { name: string; envFile: string; settings: Record<string, string> };

/**
 * Writes new secrets and `settings` to `envFile`, which must not exist. Commands throw with what they printed when they
 * fail. Nothing is started yet.
 */
export async function composeProject({ client, compose }: Engine, { name, envFile, settings }: ProjectOptions) {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: name, COMPOSE_ENV_FILES: envFile };

  async function run(program: string, args: readonly string[], stdin = ''): Promise<string> {
    const running = promisify(execFile)(program, args, { cwd: root, env, maxBuffer: outputBytesMax });
    running.child.stdin?.end(stdin);
    return (await running).stdout;
  }
  const script = (file: string, ...args: string[]) => run('sh', [join('scripts', file), ...args]);
  const command = (...args: string[]) => run(compose[0], [...compose.slice(1), '--progress', 'plain', ...args]);

  await script('new-env.sh', envFile);
  appendFileSync(
    envFile,
    Object.entries(settings)
      .map(([setting, value]) => `${setting}=${value}\n`)
      .join(''),
  );

  const containersOf = async (service: string) => {
    const ids = (await command('ps', '--all', '--quiet', service)).split('\n').filter(Boolean);
    return ids.map((id) => client.container.getById(id));
  };

  return {
    script,
    /** Runs `docker compose …`. Returns its stdout. */
    command,
    /** Runs a command in the first replica of a service. Throws when its exit code is not 0. */
    exec: (service: string, ...args: string[]) => command('exec', '-T', service, ...args),
    /** Runs the image of the command line, which reads `stdin`. Returns the JSON that it prints. */
    hub: async (line: string, options: Record<string, string> = {}, stdin?: string): Promise<any> => {
      const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
      const hub = [...compose.slice(1), 'run', '--rm', '-T', 'hub', ...line.split(' '), ...args];
      return JSON.parse(await run(compose[0], hub, stdin));
    },
    containersOf,
    /** Starts everything, and waits until all of it is healthy. */
    up: () => command('up', '--detach', '--wait', '--wait-timeout', '240'),
    /** The network of the project that docker-compose.yml calls so. */
    network: (key: string) => `${name}_${key}`,
  };
}

export type ComposeProject = Awaited<ReturnType<typeof composeProject>>;
