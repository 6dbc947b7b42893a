/** How much work an upload is. */
import { isLargeJson } from '../threads/task-size.ts';
import type { PreparingTask, RefreshingTask } from './prepared-content.ts';

const sizeBytes = 4;

/** The size of a gzip file's content. The file ends with it (RFC 1952), modulo 4 GiB. */
const unzippedBytes = (zipped: Uint8Array): number =>
  Buffer.from(zipped.buffer, zipped.byteOffset, zipped.byteLength).readUInt32LE(zipped.byteLength - sizeBytes);

/** Whether a task takes long: a new name is short, but the catalog that it is written into may not be. */
export function isLarge(task: PreparingTask | RefreshingTask): boolean {
  const uploaded = 'bytes' in task ? task.bytes.byteLength : 0;
  return isLargeJson(uploaded + (task.previous ? unzippedBytes(task.previous) : 0));
}
