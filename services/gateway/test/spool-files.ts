import { readdirSync, readlinkSync, statSync } from 'node:fs';

const directory = '/proc/self/fd';

/** The sizes of the gateway's temporary files that are open in this process. Linux only. */
export function spoolFileSizes(): number[] {
  return readdirSync(directory).flatMap((descriptor) => {
    const path = `${directory}/${descriptor}`;
    try {
      return readlinkSync(path).includes('order-hub-') ? [statSync(path).size] : [];
    } catch {
      // Closed in the meantime.
      return [];
    }
  });
}
