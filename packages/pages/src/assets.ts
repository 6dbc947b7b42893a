/** The stylesheet, the icon and the script of the pages. Their names change with their contents, so browsers cache them forever. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

/** `id` names the file and its contents. */
export type Asset = { id: string; type: string; body: Buffer };

function asset(name: string, kind: keyof typeof types): Asset {
  const body = readFileSync(new URL(`../assets/${name}.${kind}`, import.meta.url));
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { id: `${name}-${version}`, type: types[kind], body };
}

export const stylesheet = asset('style', 'css');
export const icon = asset('icon', 'svg');
/** Keeps the live parts of a page up to date. */
export const liveScript = asset('live', 'js');

const nameOf = (id: string) => id.split('-')[0] ?? '';

const byName = new Map([stylesheet, icon, liveScript].map((file) => [nameOf(file.id), file]));

/** The file that an id names, of whatever release. */
export const assetNamed = (id: string) => byName.get(nameOf(id));

export const assetPath = ({ id }: { id: string }) => `/back-office/assets/${id}`;
