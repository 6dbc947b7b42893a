/**
 * PostgreSQL's binary form of a one-dimensional `text[]`, in 32-bit integers: the number of dimensions, whether there are
 * nulls, the type of the elements, their number, the first index; then each element after its length in bytes (-1: null).
 */
const textOid = 25;
const headBytes = 20;
const emptyArray = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, textOid]);

function writeHead(array: Buffer, values: readonly (string | null)[]): void {
  array.writeInt32BE(1, 0);
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(textOid, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
}

/**
 * The value of a statement's `$1::text[]`. pg sends a buffer as binary. It would turn an array into text, and escaping and
 * parsing its elements costs more than storing a document.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  if (values.length === 0) return emptyArray;
  const bytes = values.reduce((sum, value) => sum + 4 + Buffer.byteLength(value ?? ''), headBytes);
  const array = Buffer.allocUnsafe(bytes);
  writeHead(array, values);
  let at = headBytes;
  for (const value of values) {
    const written = value === null ? 0 : array.write(value, at + 4);
    array.writeInt32BE(value === null ? -1 : written, at);
    at += 4 + written;
  }
  return array;
}
