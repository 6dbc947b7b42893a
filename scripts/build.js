/**
 * `npm run build`: compiles the packages that changed, and prints nothing unless it fails. Only one build runs at a time,
 * because a hub may be starting from the files that a second build would rewrite. Arguments name the packages to build,
 * with what they need: `node scripts/build.js services/orders packages/shared`. Without any it builds all.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiler, root, workspacesWith } from './workspaces.js';

const state = join(root, 'node_modules', '.cache', 'order-hub');
const lock = join(state, 'build-lock');
/** A build that was killed before it wrote its process id has left an empty lock of this age. */
const abandonedMs = 5_000;

function isHeld() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT')
      return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < abandonedMs;
    // EPERM: the process is alive and belongs to another user.
    return error.code === 'EPERM';
  }
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function takeLock() {
  mkdirSync(state, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isHeld()) sleep(100);
      else rmSync(lock, { recursive: true, force: true });
    }
  }
}

/** The compiler itself finds out which packages changed. */
function compile(folders) {
  const projects = folders.map((folder) => `${folder}/tsconfig.build.json`);
  const { status } = spawnSync(process.execPath, [compiler, '--build', ...projects], { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}

/** The messages of pages are read at start, next to the compiled module. */
function copyMessages(folders) {
  for (const folder of folders) {
    const found = readdirSync(join(root, folder, 'src'), { recursive: true });
    for (const path of found.filter((each) => /\bmessages\/[^/]+\.json$/.test(each))) {
      cpSync(join(root, folder, 'src', path), join(root, folder, 'dist/src', path), { force: true });
    }
  }
}

function copyAssets(folders) {
  for (const folder of folders) {
    cpSync(join(root, folder, 'assets'), join(root, folder, 'dist/assets'), { recursive: true, force: true });
  }
}

const named = process.argv.slice(2);
const chosen = (folders) => (named.length === 0 ? folders : folders.filter((folder) => named.includes(folder)));

takeLock();
try {
  process.exitCode = compile(chosen(workspacesWith('tsconfig.build.json')));
  copyAssets(chosen(workspacesWith('assets')));
  copyMessages(chosen(workspacesWith('src')));
} finally {
  rmSync(lock, { recursive: true, force: true });
}
