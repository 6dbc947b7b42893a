/** An older release, built in a folder of its own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root.ts';

const outputBytesMax = 16 * 1024 * 1024;

async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, maxBuffer: outputBytesMax });
  return stdout.trim();
}

/** The last tag before this commit; without tags the commit before the last migration. */
export async function findReleaseBefore(): Promise<string> {
  const tag = await run(root, 'git', 'describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => '');
  if (tag !== '') return tag;
  return `${await run(root, 'git', 'log', '-1', '--format=%H', '--', 'services/*/migrations/*')}^`;
}

/** Builds the release of a git ref, as the Dockerfile does. `remove` deletes its folder. */
export async function buildRelease(ref: string) {
  const commit = await run(root, 'git', 'rev-parse', '--verify', `${ref}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'order-hub-release-'));
  const remove = async () => rmSync(folder, { recursive: true, force: true });
  try {
    await run(folder, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, '.');
    await run(folder, 'git', 'checkout', '--quiet', '--detach', commit);
    await run(folder, 'npm', 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund');
    await run(folder, process.execPath, 'scripts/build.js');
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, commit: commit.slice(0, 7), remove };
}
