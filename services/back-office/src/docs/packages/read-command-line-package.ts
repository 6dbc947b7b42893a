/**
 * The command line as a package that npm installs from this hub (docs/command-line.md#installing). It needs no other: the build has
 * made one file of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage, type ServedPackage } from './create-package.ts';

type Manifest = { name: string; version: string; license: string };

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The file name of the package of this release. `folder`: that of the command line. */
export const commandLineFile = (folder: string): string => `order-hub-cli-${readManifest(folder).version}.tgz`;

/** Packs the command line. `folder`: that of the command line. Rejects when it is not built. */
export async function readCommandLinePackage(folder: string): Promise<ServedPackage> {
  const { name, version, license } = readManifest(folder);
  const manifest = {
    ...{ name, version, license, type: 'module' },
    description: "The order hub's command line, for developers and operators",
    bin: { hub: 'hub.js' },
    engines: { node: '>=20.19' },
    // It reads its version there.
    exports: { './package.json': './package.json' },
  };
  const built = (file: string) => readFileSync(join(folder, 'dist/package', file));
  return createPackage([
    ['package/package.json', JSON.stringify(manifest, null, 2)],
    ['package/hub.js', built('hub.js')],
    ['package/LICENSES.txt', built('LICENSES.txt')],
  ]);
}
