import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const rootOf = (folder: string): string => (existsSync(join(folder, 'turbo.json')) ? folder : rootOf(dirname(folder)));

/** The folder of the repository, from the sources and from the build. */
export const root = rootOf(import.meta.dirname);
