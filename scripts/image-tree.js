/**
 * What an image of one workspace consists of, for the Dockerfile: `node scripts/image-tree.js services/orders /image` writes
 * to /image/packages what `npm ci` needs to install it (so that a change of code installs nothing anew), and to /image/built
 * its compiled code, with that of the packages of this repository that it depends on.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, workspaces } from './workspaces.js';

/** Files that an image needs besides compiled code. */
const extraFiles = {
  'services/gateway': ['docs/openapi.json'],
  'services/back-office': [
    ...['docs/openapi.json', 'docs/api', 'docs/quickstarts', 'docs/glossary.md', 'docs/command-line.md'],
    // For /docs/order-hub-cli.tgz.
    ...['packages/cli/package.json', 'packages/cli/dist/package'],
    // For /docs/order-hub-client.tgz.
    ...['client', 'menu'].flatMap((name) =>
      ['README.md', 'package.json', 'dist/src'].map((path) => `packages/${name}/${path}`),
    ),
  ],
};

const [workspace, target] = process.argv.slice(2);
const manifests = new Map(workspaces.map((folder) => [folder, readManifest(`${folder}/package.json`)]));
if (!manifests.has(workspace)) throw new Error(`No such workspace: ${workspace}, of ${workspaces.join(', ')}`);

function readManifest(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function writeManifest(path, { devDependencies: _tests, scripts: _scripts, ...manifest }) {
  const file = join(target, 'packages', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(manifest));
}

const folderOf = (name) => workspaces.find((folder) => manifests.get(folder).name === name);

/** The workspace and those that it depends on, directly or not. */
function neededBy(folder, found = new Set()) {
  if (!folder || found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(manifests.get(folder).dependencies ?? {})) neededBy(folderOf(name), found);
  return found;
}

const needed = [...neededBy(workspace)];
const { dependencies: _compiler, ...rootManifest } = readManifest('package.json');
writeManifest('package.json', { ...rootManifest, workspaces: needed });
cpSync(join(root, 'package-lock.json'), join(target, 'packages/package-lock.json'));
for (const folder of needed) {
  writeManifest(`${folder}/package.json`, manifests.get(folder));
  cpSync(join(root, folder, 'dist'), join(target, 'built', folder, 'dist'), {
    recursive: true,
    // The command line that people install: only the back office serves it.
    filter: (path) => !path.endsWith('.tsbuildinfo') && !path.endsWith('packages/cli/dist/package'),
  });
}
for (const path of extraFiles[workspace] ?? []) {
  cpSync(join(root, path), join(target, 'built', path), { recursive: true });
}
