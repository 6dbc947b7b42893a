/**
 * `npm run build`: compiles the packages that changed, and prints nothing unless it fails. Only one build runs at a time,
 * because a hub may be starting from the files that a second build would rewrite. Arguments name the packages to build,
 * with what they need: `node scripts/build.js services/orders packages/shared`. Without any it builds all.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
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

/** Copies a file unless the copy has its content: a hub that is starting must not miss it for a moment. */
function copyChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}

/** Copies the files below `folder`/`source` whose paths match, to `folder`/`target`. */
function copyFiles(folder, { source, target, matches = /./ }) {
  const found = readdirSync(join(root, folder, source), { recursive: true, withFileTypes: true });
  for (const entry of found.filter((each) => each.isFile())) {
    const from = join(entry.parentPath, entry.name);
    const path = relative(join(root, folder, source), from);
    if (matches.test(path)) copyChanged(from, join(root, folder, target, path));
  }
}

/** The messages of pages are read at start, next to the compiled module. */
const messages = { source: 'src', target: 'dist/src', matches: /\bmessages\/[^/]+\.json$/ };
const assets = { source: 'assets', target: 'dist/assets' };

const named = process.argv.slice(2);
const chosen = (folders) => (named.length === 0 ? folders : folders.filter((folder) => named.includes(folder)));

takeLock();
try {
  process.exitCode = compile(chosen(workspacesWith('tsconfig.build.json')));
  for (const folder of chosen(workspacesWith('assets'))) copyFiles(folder, assets);
  for (const folder of chosen(workspacesWith('src'))) copyFiles(folder, messages);
} finally {
  rmSync(lock, { recursive: true, force: true });
}
