/** Packages that npm installs from this hub, by their address: a tar archive, compressed. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** The bytes of a package, and what changes with them. */
export type ServedPackage = { version: string; bytes: Buffer };

/** A path within the archive, and the content there. npm expects all paths in the folder `package`. */
export type PackedFile = readonly [path: string, content: Buffer | string];

/** The same bytes at each start and in each replica: a lock file holds their hash. */
const mtime = new Date(0);

export async function createPackage(files: Iterable<PackedFile>): Promise<ServedPackage> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name, mtime }, content);
  tar.finalize();
  const archive = await buffer(tar);
  const version = createHash('sha256').update(archive).digest('base64url').slice(0, 16);
  return { version, bytes: await promisify(gzip)(archive, { level: 9 }) };
}
