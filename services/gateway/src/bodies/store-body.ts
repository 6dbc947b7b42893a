import { type ApiError, payloadTooLarge, serviceUnavailable } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import type { PublicRequest } from '../request/public-request.ts';
import type { BodyShare } from './body-budgets.ts';
import { growingBuffer } from './growing-buffer.ts';
import { openSpoolFile, type SpoolFile } from './spool-file.ts';

/** The most bytes of a body in memory. A larger body moves to a file. */
const memoryBytesMax = 256 * 1024;
/** The same without an access token, where anyone may send: larger than most forms. */
const anonymousMemoryBytesMax = 16 * 1024;

export type BodyStore = {
  /**
   * Stores a chunk. Returns a promise if that takes a while: wait before you add the next. Throws payload_too_large,
   * too_many_requests and service_unavailable.
   */
  add(chunk: Buffer): void | Promise<void>;
  /** Makes the stored bytes the body of the request. */
  finish(): void;
};

type Options = { share: BodyShare; bytesMax: number; directory: string; log: Log };

function cannotStore(request: PublicRequest, error: unknown, log: Log): ApiError {
  if (!request.res.closed) log.error({ request_id: request.requestId, err: error }, 'a request body cannot be stored');
  return serviceUnavailable('The body of the request cannot be stored at the moment; repeat the request');
}

/** Stores a body: in memory as long as it is small and there is room, then in a file. */
export function storeBody(request: PublicRequest, { share, bytesMax, directory, log }: Options): BodyStore {
  const inMemoryMax = request.connection ? memoryBytesMax : anonymousMemoryBytesMax;
  let buffer = growingBuffer();
  let file: SpoolFile | undefined;
  let bytes = 0;

  function openFile(): SpoolFile {
    const opened = openSpoolFile(directory);
    request.serviceReleases.push(opened.close);
    return opened;
  }

  async function moveToFile(to: SpoolFile, chunk: Buffer): Promise<void> {
    const before = buffer.contents();
    if (before.length > 0) await to.append(before);
    buffer = growingBuffer();
    share.releaseMemory();
    await to.append(chunk);
  }

  const failed = (error: unknown) => {
    throw cannotStore(request, error, log);
  };

  return {
    add(chunk) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw payloadTooLarge(bytesMax);
      share.take(chunk.length);
      const isSmall = !file && bytes <= inMemoryMax;
      if (isSmall && share.takeMemory(chunk.length)) return buffer.append(chunk);
      share.takeDisk(file ? chunk.length : bytes);
      if (file) return file.append(chunk).catch(failed);
      file = openFile();
      return moveToFile(file, chunk).catch(failed);
    },
    finish() {
      request.bodyBytes = bytes;
      if (file) request.bodyFile = file;
      else request.body = buffer.contents();
    },
  };
}
