/** Reads the files that the documentation is made from: those of the repository, or of the image. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiDocument } from './reference/api-document.ts';

/** A Markdown file, without its comments. `file`: its path in the repository. */
export type MarkdownFile = { file: string; name: string; text: string };

export type Documents = {
  guide: MarkdownFile[];
  quickstarts: MarkdownFile[];
  glossary: MarkdownFile;
  /** The README of the typed client, and where it is on this machine. */
  client: MarkdownFile & { path: string };
  commandLine: MarkdownFile;
  /** The folder of the command line's package on this machine. */
  commandLineFolder: string;
  document: ApiDocument;
};

const levelsUp = 6;
const clientReadme = 'packages/client/README.md';

/** The folder that contains docs/api, found from the source as well as from the build. Throws when there is none. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < levelsUp; level += 1) {
    if (existsSync(join(folder, 'docs', 'api'))) return folder;
    folder = dirname(folder);
  }
  throw new Error('The documentation is missing: docs/api is not beside the code');
}

/** Lines such as those around a part that is generated. */
const comments = /^<!--.*-->\n\n?/gm;

const readMarkdown = (root: string, file: string): MarkdownFile => ({
  file,
  name: basename(file, '.md'),
  text: readFileSync(join(root, file), 'utf8').replaceAll(comments, ''),
});

const readFolder = (root: string, folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readMarkdown(root, `${folder}/${name}`));

/** Reads all files. Throws when one is missing. */
export function readDocuments(): Documents {
  const root = findRoot();
  return {
    guide: readFolder(root, 'docs/api'),
    quickstarts: readFolder(root, 'docs/quickstarts'),
    glossary: readMarkdown(root, 'docs/glossary.md'),
    client: { ...readMarkdown(root, clientReadme), path: join(root, clientReadme) },
    commandLine: readMarkdown(root, 'docs/command-line.md'),
    commandLineFolder: join(root, 'packages/cli'),
    document: JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as ApiDocument,
  };
}
