/**
 * Bytes that arrive in chunks. A client chooses how small its chunks are: kept one by one, each byte could cost a Buffer of its
 * own. So they are copied together. A first chunk that stays the only one is not copied.
 */
export type GrowingBuffer = { append(chunk: Buffer): void; contents(): Buffer };

const firstBytes = 1024;

export function growingBuffer(): GrowingBuffer {
  let bytes: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    append(chunk) {
      const needed = length + chunk.length;
      if (length === 0) {
        bytes = chunk;
      } else {
        if (needed > bytes.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(firstBytes, 2 * bytes.length, needed));
          bytes.copy(larger, 0, 0, length);
          bytes = larger;
        }
        chunk.copy(bytes, length);
      }
      length = needed;
    },
    contents: () => bytes.subarray(0, length),
  };
}
