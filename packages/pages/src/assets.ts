/** The stylesheet, the icon and the scripts of the pages. Their names change with their contents, so browsers cache them forever. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

/** `id` names the file and its contents. */
export type Asset = { id: string; type: string; body: Buffer };

const read = (name: string, kind: keyof typeof types) =>
  readFileSync(new URL(`../assets/${name}.${kind}`, import.meta.url));

/** `before`: what the file needs in the same file. */
function asset(name: string, kind: keyof typeof types, before = Buffer.alloc(0)): Asset {
  const body = Buffer.concat([before, read(name, kind)]);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { id: `${name}-${version}`, type: types[kind], body };
}

export const stylesheet = asset('style', 'css');
export const icon = asset('icon', 'svg');
/** Keeps the order board live. */
export const boardScript = asset('board', 'js');

/** Runs the examples of the documentation. */
export const examplesScript = asset('examples', 'js');

/** Served by us, as every script of our pages: its bundle defines `SimpleWebAuthnBrowser`. */
const simpleWebAuthn = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('@simplewebauthn/browser')), '../dist/bundle/index.umd.min.js'),
);
/** Creates and uses passkeys. */
export const passkeysScript = asset('passkeys', 'js', simpleWebAuthn);

const nameOf = (id: string) => id.split('-')[0] ?? '';

const byName = new Map(
  [stylesheet, icon, boardScript, examplesScript, passkeysScript].map((file) => [nameOf(file.id), file]),
);

/** The file with this name, whatever release the id is from. */
export const assetNamed = (id: string) => byName.get(nameOf(id));

export const assetPath = ({ id }: { id: string }) => `/back-office/assets/${id}`;
