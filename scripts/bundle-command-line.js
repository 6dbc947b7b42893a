/**
 * The second step of `npm run build`: makes one file of the command line and of all that it imports, for people without a clone (docs/command-line.md#installing), beside
 * the licences of the packages in it. Does nothing when nothing that went into the file has changed.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspaces.js';

const folder = join(root, 'packages/cli/dist/package');
const inputList = join(folder, 'inputs.json');
/** The packages from the registry change with the lock file: npm keeps the times of their files. */
const always = ['package-lock.json', 'scripts/bundle-command-line.js'];

const changedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;

function isCurrent() {
  const madeMs = statSync(inputList, { throwIfNoEntry: false })?.mtimeMs;
  if (madeMs === undefined) return false;
  const inputs = JSON.parse(readFileSync(inputList, 'utf8'));
  return [...always, ...inputs].every((path) => changedMs(join(root, path)) < madeMs);
}

/** The folder of the package that a file from the registry belongs to. */
const packageOf = (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];

/** The licence of each package in the bundle, as the licences ask for: its text, or what its manifest says. Throws for a package with neither. */
function licences(inputs) {
  const packages = [...new Set(inputs.flatMap((path) => packageOf(path) ?? []))].sort();
  return packages.map((path) => {
    const file = readdirSync(join(root, path)).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const text = file ? readFileSync(join(root, path, file), 'utf8').trim() : license;
    if (!text) throw new Error(`${name} names no licence: the command line cannot contain it`);
    return `${name} ${version}\n\n${text}\n`;
  });
}

/** Never leaves half a file: a hub that starts now may read it. */
function write(name, content) {
  const unfinished = join(folder, `${name}.${process.pid}`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, join(folder, name));
}

async function bundle() {
  // Only here: most builds need no bundle.
  const { build } = await import('esbuild');
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/cli/bin/hub.js'],
    outfile: 'hub.js',
    write: false,
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Packages of CommonJS in the bundle call `require` for modules of Node.
    banner: { js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  const inputs = Object.keys(metafile.inputs);
  mkdirSync(folder, { recursive: true });
  write('hub.js', outputFiles[0].contents);
  write('LICENSES.txt', licences(inputs).join(`\n${'-'.repeat(80)}\n\n`));
  // Last: it says that the others are whole.
  write('inputs.json', JSON.stringify(inputs));
}

if (!isCurrent()) await bundle();
