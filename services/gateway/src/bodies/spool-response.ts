import type { IncomingMessage } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import type { PublicRequest } from '../request/public-request.ts';
import type { ResponseShare } from './response-budgets.ts';
import { openSpoolFile, type SpoolFile } from './spool-file.ts';

export type ResponseSpool = {
  add(chunk: Buffer): void;
  /** Says that the service has ended its response. */
  end(): void;
};

type Options = { share: ResponseShare; directory: string; log: Log };

/** `wait` returns when `wake` is called next. */
function openAlarm() {
  let wake = () => {};
  return {
    wake: () => wake(),
    wait: () => new Promise<void>((resolve) => (wake = resolve)),
  };
}

type Reading = { file: SpoolFile; isComplete(): boolean; wait(): Promise<void> };

/** Sends the file to the client while it still grows, as fast as the client reads. */
async function sendFile({ res }: PublicRequest, { file, isComplete, wait }: Reading): Promise<void> {
  let position = 0;
  while (!res.closed) {
    if (res.writableNeedDrain) {
      await wait();
    } else if (position < file.size) {
      const chunk = await file.read(position);
      position += chunk.length;
      res.write(chunk);
    } else if (isComplete()) {
      return void res.end();
    } else {
      await wait();
    }
  }
}

/**
 * Writes the rest of a response to a file, from which the client gets it. Stops the service while the disk is slower, but not
 * while the client is.
 */
export function spoolResponse(
  request: PublicRequest,
  response: IncomingMessage,
  { share, directory, log }: Options,
): ResponseSpool {
  const { res, requestId } = request;
  const file = openSpoolFile(directory);
  const { wake, wait } = openAlarm();
  let isEnded = false;
  let saving = Promise.resolve();

  const abort = (error: unknown) => {
    if (!res.closed) log.error({ request_id: requestId, err: error }, 'a response cannot be stored for its client');
    res.destroy();
  };

  request.releases.push(file.close, wake);
  res.on('drain', wake);
  sendFile(request, { file, wait, isComplete: () => isEnded }).catch(abort);

  return {
    add(chunk) {
      if (!share.takeDisk(chunk.length)) {
        log.warn({ request_id: requestId }, 'no room for a response that its client does not read');
        return void res.destroy();
      }
      response.pause();
      saving = file.append(chunk).then(() => {
        wake();
        response.resume();
      }, abort);
    },
    end() {
      // Node reports the end of a stream that has been paused in the meantime if its last chunk has been read.
      void saving.then(() => {
        isEnded = true;
        wake();
      });
    },
  };
}
