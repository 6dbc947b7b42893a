/** Sends the result of a handler: JSON, a page of a list, stored content or a full reply. */
import type { Response } from 'express';
import { hash } from 'node:crypto';
import { isContent, sendContent } from './content.ts';
import { costOf, reportCost, timed } from '../cost.ts';
import { unwrapReply, type Endpoint } from '../endpoint.ts';
import { isFullReply, sendFullReply } from './full-reply.ts';
import { hasVersion } from './if-none-match.ts';
import { isJsonText } from '../../values/json.ts';
import type { Page } from '../../data/page.ts';
import { listBytes } from '../pagination.ts';
import { portionChars, renderInPortions } from './render-in-portions.ts';

const textOf = (result: object) => (isJsonText(result) ? result.jsonText : JSON.stringify(result));

async function sendPage(res: Response, page: Page<object>, seal: (position: string) => string): Promise<void> {
  if (page.next !== null) res.set('X-Cursor-Next', seal(page.next));
  const texts = timed(costOf(res), () => page.items.map(textOf));
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  if (chars <= portionChars) return sendJson(res, () => listBytes(texts));
  const { portions, digest } = await renderInPortions(texts, costOf(res));
  if (isKnown(res, digest)) return;
  res.setHeader('Content-Length', String(portions.reduce((sum, { length }) => sum + length, 0)));
  for (const portion of portions) res.write(portion);
  res.end();
}

/** Sends JSON. */
function sendJson(res: Response, render: () => string | Buffer): void {
  const { json, digest } = timed(costOf(res), () => {
    const rendered = render();
    return { json: rendered, digest: res.req.method === 'GET' ? hash('sha1', rendered, 'base64url') : '' };
  });
  if (!isKnown(res, digest)) res.end(json);
}

/**
 * Sets the headers of JSON. A GET gets an ETag, or 304 when the client has this version: then returns true
 * (docs/api/conventions.md#conditional-requests).
 */
function isKnown(res: Response, digest: string): boolean {
  reportCost(res);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (res.req.method !== 'GET') return false;
  const tag = `W/"${digest}"`;
  res.setHeader('ETag', tag);
  if (!hasVersion(res.req, tag)) return false;
  res.status(304).end();
  return true;
}

function checkReply({ reply, paginated }: Endpoint, result: object): void {
  const parse = (value: object) =>
    reply.parse(JSON.parse(isJsonText(value) ? value.jsonText : JSON.stringify(value)) as object);
  if (paginated) (result as Page<object>).items.forEach(parse);
  else parse(result);
}

/** `isChecked`: whether JSON must have the declared shape. `seal` makes the cursor for a position. */
type Options = { isChecked: boolean; seal: (position: string) => string };

/** Sends the result of an endpoint's handler. Throws when it is checked and lacks the declared shape. */
export async function sendReply(
  res: Response,
  declared: Endpoint,
  result: object,
  { isChecked, seal }: Options,
): Promise<void> {
  if (isFullReply(result)) return sendFullReply(res, result);
  const { headers, reply } = unwrapReply(result);
  res.set(headers);
  if (isContent(reply)) {
    reportCost(res);
    await sendContent(res.req, res, reply);
    return;
  }
  if (isChecked) checkReply(declared, reply);
  if (declared.paginated) await sendPage(res, reply as Page<object>, seal);
  else sendJson(res, () => textOf(reply));
}
