import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const logBytesMax = 16 * 1024 * 1024;

/** The path of a process's log file. Renames a large file first. */
export function logFile(folder: string, name: string): string {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const path = join(logs, `${name}.log`);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logBytesMax) renameSync(path, `${path}.1`);
  return path;
}
