/**
 * `npm run check -- lock`: fails for a package in package-lock.json whose content nothing pins, for one that names its source, because it
 * is then not of the registry, whichever that is, and for one that runs a script when it is installed and is not named in `allowScripts`
 * of package.json (docs/security.md#supply-chain).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspaces.js';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const { packages } = readJson('package-lock.json');
const { allowScripts } = readJson('package.json');

const nameOf = (path) => path.split('node_modules/').at(-1);
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** The lock file says so, and so does the package itself, wherever it is installed. */
function hasInstallScript(path, { hasInstallScript: isMarked }) {
  const manifest = join(path, 'package.json');
  if (isMarked || !existsSync(join(root, manifest))) return isMarked === true;
  const { scripts = {} } = readJson(manifest);
  const isBuilt = existsSync(join(root, path, 'binding.gyp'));
  return isBuilt || ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}

function faultsOf([path, entry]) {
  const faults = [];
  if (!entry.integrity?.startsWith('sha512-')) faults.push('has no integrity: take it from the registry');
  if (entry.resolved)
    faults.push('names its source: install it from the registry, with --omit-lockfile-registry-resolved');
  if (hasInstallScript(path, entry) && !(nameOf(path) in allowScripts))
    faults.push('runs a script when it is installed: allow or forbid it in allowScripts of package.json');
  return faults.map((fault) => `${path} ${entry.version} ${fault}`);
}

const names = new Set(installed.map(([path]) => nameOf(path)));
const left = Object.keys(allowScripts).filter((name) => !names.has(name));
const faults = [...installed.flatMap(faultsOf), ...left.map((name) => `${name} is in allowScripts, and not installed`)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
