/**
 * `npm run build`: compiles what changed, and says nothing unless it fails. Turbo does the work; this file keeps two
 * builds from writing at once (a start may be reading what a second build would rewrite), and answers at once when
 * no source has changed since the last build.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const state = join(root, '.turbo');
const stamp = join(state, 'build-stamp');
const lock = join(state, 'build-lock');

const workspaces = ['packages', 'services']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .concat(join(root, 'e2e'), join(root, 'bench'))
  .filter((folder) => existsSync(join(folder, 'tsconfig.build.json')));

/** One text for all sources as they are: names, sizes and times, not contents; `missing` when a dist folder is gone. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return;
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
  };
  for (const name of ['tsconfig.base.json', 'turbo.json', 'package-lock.json']) add(join(root, name));
  for (const folder of workspaces) {
    for (const name of ['src', 'migrations', 'assets', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
      add(join(folder, name));
    if (!existsSync(join(folder, 'dist'))) hash.update(`missing ${folder}\n`);
  }
  return hash.digest('hex');
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();

function holderIsAlive() {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's. No pid yet: it has only just begun, unless it was killed right there.
    if (error.code === 'ENOENT') return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 5_000;
    return error.code === 'EPERM';
  }
}

/** One build at a time; the lock of a build that was killed is taken over. */
function locked(work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (holderIsAlive()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      else rmSync(lock, { recursive: true, force: true });
    }
  }
  try {
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function build() {
  if (isBuilt()) return 0;
  rmSync(stamp, { force: true });
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const options = ['run', 'build', '--output-logs=errors-only', '--log-order=grouped', '--ui=stream', '--no-color'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [turbo, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' },
  });
  if (status === 0) writeFileSync(stamp, fingerprint());
  else process.stderr.write(`${stdout}${stderr}`);
  return status ?? 1;
}

mkdirSync(state, { recursive: true });
process.exitCode = isBuilt() && !existsSync(lock) ? 0 : locked(build);
