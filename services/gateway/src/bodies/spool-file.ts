/**
 * A temporary file for what does not fit into memory. No library: fs-capacitor writes from the first byte on, has no limits
 * and leaves its file behind when the process is killed; cloneable-readable keeps everything in memory.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const readBytes = 64 * 1024;

export type SpoolFile = {
  /** How many bytes have been written. */
  readonly size: number;
  /** Writes at the end. Wait for one chunk before you append the next. */
  append(chunk: Buffer): Promise<void>;
  /** At most 64 KiB of what has been written, from `position`. */
  read(position: number): Promise<Buffer>;
  close(): void;
};

/** The file has no name as soon as it is open, so that nothing is left of it however this process ends. */
async function openNameless(directory: string): Promise<FileHandle> {
  const path = join(directory, `order-hub-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a file in the background. Whatever uses the file fails if it cannot be opened. */
export function openSpoolFile(directory: string): SpoolFile {
  const opening = openNameless(directory);
  let size = 0;
  return {
    get size() {
      return size;
    },
    async append(chunk) {
      await (await opening).writeFile(chunk);
      size += chunk.length;
    },
    async read(position) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(readBytes, size - position));
      const { bytesRead } = await (await opening).read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) throw new Error('A temporary file ended early');
      return chunk.subarray(0, bytesRead);
    },
    close: () => void opening.then((file) => file.close()).catch(() => undefined),
  };
}

/** Everything that has been written, chunk by chunk. */
export async function* chunksOf(file: Pick<SpoolFile, 'size' | 'read'>): AsyncGenerator<Buffer> {
  for (let position = 0; position < file.size;) {
    const chunk = await file.read(position);
    position += chunk.length;
    yield chunk;
  }
}

/** Throws if no temporary file can be written in the directory. */
export async function assertWritable(directory: string): Promise<void> {
  const file = await openNameless(directory);
  await file.close();
}
