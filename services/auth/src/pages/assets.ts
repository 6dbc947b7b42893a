/** The stylesheet, the icon and the script of the pages. Their names change with their contents, so browsers keep them for good. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

function asset(name: string, kind: keyof typeof types) {
  const body = readFileSync(new URL(`../../assets/${name}.${kind}`, import.meta.url));
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { id: `${name}-${version}`, type: types[kind], body };
}

export const stylesheet = asset('style', 'css');
export const icon = asset('icon', 'svg');
/** Keeps the live parts of a page up to date. */
export const liveScript = asset('live', 'js');

const byId = new Map([stylesheet, icon, liveScript].map((one) => [one.id, one]));

export const assetWith = (id: string) => byId.get(id);

export const assetPath = ({ id }: { id: string }) => `/back-office/assets/${id}`;
