/** The packages of this repository, found by their folders: no script lists them by name. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const childrenOf = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

/** Their folders, as paths from the root. */
export const workspaces = [...childrenOf('packages'), ...childrenOf('services'), 'e2e', 'bench', 'examples'].filter(
  (folder) => existsSync(join(root, folder, 'package.json')),
);

/** The workspaces that have this file or folder. */
export const workspacesWith = (path) => workspaces.filter((folder) => existsSync(join(root, folder, path)));

/** The native TypeScript compiler. The package `typescript` stays the older one, for tools that use its API. */
export const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
