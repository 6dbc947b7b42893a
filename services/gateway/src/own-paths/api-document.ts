import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const levelsUp = 6;

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** `file`, else docs/openapi.json of the repository, found from the source as well as from the build. */
function readDocument(file: string | undefined): string | undefined {
  if (file !== undefined) return readIfThere(file);
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < levelsUp; level += 1) {
    const found = readIfThere(join(folder, 'docs', 'openapi.json'));
    if (found) return found;
    folder = dirname(folder);
  }
  return undefined;
}

/** In the repository, links lead to the files of the guide beside the document. */
const linkToGuide = /(\]\(|"url": ?")api\/([\w-]+)\.md(?=[#)"])/g;
const server = /"url": ?"(\/v1|\/)"/g;

const pathOf = (page: string) => (page === 'README' ? '/docs' : `/docs/${page}`);

/** The document as the hub serves it: its links lead to the guide at `origin`, which its servers have too. */
export const servedDocument = (text: string, origin: string): string =>
  text
    .replace(linkToGuide, (_match, start: string, page: string) => `${start}${origin}${pathOf(page)}`)
    .replace(server, (_match, path: string) => `"url": "${origin}${path}"`);

/** The API document to serve, if there is one. Without `publicUrl`, its links and servers are relative to the hub. */
export function readApiDocument(file: string | undefined, publicUrl = ''): Buffer | undefined {
  const text = readDocument(file);
  return text === undefined ? undefined : Buffer.from(servedDocument(text, publicUrl.replace(/\/+$/, '')));
}
