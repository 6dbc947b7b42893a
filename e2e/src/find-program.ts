import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program that the environment variable names, or the first of `names` on PATH; undefined if there is none. */
export function findProgram(variable: string, ...names: string[]): string | undefined {
  const given = process.env[variable];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}
