/**
 * The typed client as a package that npm installs from this hub (packages/client/README.md#get-it). It contains packages/menu, which is
 * in no registry.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';

type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  exports: Record<string, { types: string; default: string }>;
} & Record<string, unknown>;

/** A package of this repository, in `folder`. */
type Source = { folder: string; manifest: Manifest };

/** The bytes of a package, and what changes with them. */
export type ClientPackage = { version: string; bytes: Buffer };

const kept = ['name', 'version', 'description', 'license', 'type', 'sideEffects', 'dependencies'];
/** The same bytes at each start and in each replica: a lock file holds their hash. */
const mtime = new Date(0);

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

function addPackage(tar: Pack, place: string, { folder }: Source, manifest: object): void {
  const add = (path: string, text: Buffer | string) => void tar.entry({ name: `${place}/${path}`, mtime }, text);
  add('package.json', JSON.stringify(manifest, null, 2));
  for (const path of ['README.md', ...filesOf(folder).sort()]) {
    if (existsSync(join(folder, path))) add(path, readFileSync(join(folder, path)));
  }
}

/** Packs the client. `readme`: its file, beside its manifest. Throws when it is not built. */
export async function readClientPackage(readme: string): Promise<ClientPackage> {
  const client = readSource(dirname(readme));
  const menu = readSource(join(dirname(readme), '..', 'menu'));
  const tar = pack();
  addPackage(tar, 'package', client, {
    ...publicManifest(client.manifest),
    dependencies: { ...menu.manifest.dependencies, ...client.manifest.dependencies },
    bundleDependencies: [menu.manifest.name],
  });
  addPackage(tar, `package/node_modules/${menu.manifest.name}`, menu, publicManifest(menu.manifest));
  tar.finalize();
  const content = await buffer(tar);
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  return { version, bytes: await promisify(gzip)(content, { level: 9 }) };
}
