/** Sends the result of a handler: JSON, a page of a list, stored content or a full reply. */
import type { Response } from 'express';
import { hash } from 'node:crypto';
import { isContent, sendContent } from './content.ts';
import { unwrapReply, type Endpoint } from './endpoint.ts';
import { isFullReply, sendFullReply } from './full-reply.ts';
import { hasVersion } from './if-none-match.ts';
import { isJsonText } from '../values/json.ts';
import type { Page } from '../data/page.ts';
import { listBytes } from './pagination.ts';

const textOf = (result: object) => (isJsonText(result) ? result.jsonText : JSON.stringify(result));

function sendPage(res: Response, page: Page<object>, seal: (position: string) => string): void {
  if (page.next !== null) res.set('X-Cursor-Next', seal(page.next));
  sendJson(res, listBytes(page.items.map(textOf)));
}

/** Sends JSON. A GET gets an ETag, or 304 when the client has this version (docs/api/conventions.md#conditional-requests). */
function sendJson(res: Response, json: string | Buffer): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (res.req.method === 'GET') {
    const tag = `W/"${hash('sha1', json, 'base64url')}"`;
    res.setHeader('ETag', tag);
    if (hasVersion(res.req, tag)) {
      res.status(304).end();
      return;
    }
  }
  res.end(json);
}

function checkReply({ reply, paginated }: Endpoint, result: object): void {
  const parse = (value: object) =>
    reply.parse(isJsonText(value) ? JSON.parse(value.jsonText) : JSON.parse(JSON.stringify(value)));
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
    await sendContent(res.req, res, reply);
    return;
  }
  if (isChecked) checkReply(declared, reply);
  if (declared.paginated) sendPage(res, reply as Page<object>, seal);
  else sendJson(res, textOf(reply));
}
