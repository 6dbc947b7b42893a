/**
 * The typed client as a package that npm installs from this hub (packages/client/README.md#get-it). It contains packages/menu, which is
 * in no registry.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPackage, type PackedFile, type ServedPackage } from './create-package.ts';

type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  exports: Record<string, { types: string; default: string }>;
} & Record<string, unknown>;

/** A package of this repository, in `folder`. */
type Source = { folder: string; manifest: Manifest };

const kept = ['name', 'version', 'description', 'license', 'type', 'sideEffects', 'dependencies'];

const readSource = (folder: string): Source => ({
  folder,
  manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
});

/** What the package says of itself: without what only this repository needs, such as its tests. */
const publicManifest = ({ exports: all, ...manifest }: Manifest) => ({
  ...Object.fromEntries(Object.entries(manifest).filter(([name]) => kept.includes(name))),
  exports: Object.fromEntries(
    Object.entries(all).map(([path, { types, default: file }]) => [path, { types, default: file }]),
  ),
});

const filesOf = (folder: string, path = 'dist/src'): string[] =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesOf(folder, inside);
    return /\.(?:js|d\.ts)$/.test(entry.name) ? [inside] : [];
  });

function* packageFiles(place: string, { folder }: Source, manifest: object): Generator<PackedFile> {
  yield [`${place}/package.json`, JSON.stringify(manifest, null, 2)];
  for (const path of ['README.md', ...filesOf(folder).sort()]) {
    if (existsSync(join(folder, path))) yield [`${place}/${path}`, readFileSync(join(folder, path))];
  }
}

/** Packs the client. `readme`: its file, beside its manifest. Rejects when it is not built. */
export async function readClientPackage(readme: string): Promise<ServedPackage> {
  const client = readSource(dirname(readme));
  const menu = readSource(join(dirname(readme), '..', 'menu'));
  const manifest = {
    ...publicManifest(client.manifest),
    dependencies: { ...menu.manifest.dependencies, ...client.manifest.dependencies },
    bundleDependencies: [menu.manifest.name],
  };
  return createPackage([
    ...packageFiles('package', client, manifest),
    ...packageFiles(`package/node_modules/${menu.manifest.name}`, menu, publicManifest(menu.manifest)),
  ]);
}
