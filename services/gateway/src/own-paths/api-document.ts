import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const levelsUp = 6;

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The API document: `file`, else docs/openapi.json of the repository, found from the source as well as from the build. */
export function readApiDocument(file: string | undefined): Buffer | undefined {
  if (file !== undefined) return readIfThere(file);
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < levelsUp; level += 1) {
    const found = readIfThere(join(folder, 'docs', 'openapi.json'));
    if (found) return found;
    folder = dirname(folder);
  }
  return undefined;
}
