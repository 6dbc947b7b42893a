/**
 * Bytes that arrive in chunks. A client chooses how small its chunks are: kept one by one, each byte could cost a Buffer of its
 * own. So small ones are copied together, into blocks of which only the last has room left: of a body that never ends, hardly
 * more memory is kept than bytes have arrived. The first chunk, which is mostly the only one, and large ones are not copied.
 */
export type GrowingBuffer = { append(chunk: Buffer): void; contents(): Buffer };

const blockBytes = 4096;
const nothing = Buffer.alloc(0);

export function growingBuffer(): GrowingBuffer {
  let blocks: Buffer[] = [];
  /** The block with room left, and how much of it is used. */
  let last = nothing;
  let used = 0;

  function closeLast(): void {
    if (used > 0) blocks.push(last.subarray(0, used));
    last = nothing;
    used = 0;
  }

  return {
    append(chunk) {
      if (blocks.length === 0) return void blocks.push(chunk);
      const copied = chunk.copy(last, used);
      used += copied;
      if (copied === chunk.length) return;
      closeLast();
      const rest = chunk.subarray(copied);
      if (rest.length >= blockBytes / 2) return void blocks.push(rest);
      last = Buffer.allocUnsafeSlow(blockBytes);
      used = rest.copy(last);
    },
    contents() {
      closeLast();
      if (blocks.length > 1) blocks = [Buffer.concat(blocks)];
      return blocks[0] ?? nothing;
    },
  };
}
