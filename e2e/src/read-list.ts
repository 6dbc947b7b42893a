import type { Call } from './call-api.ts';

/** Every element of a list, page after page. */
export async function readList<Element>(call: Call, path: string): Promise<Element[]> {
  const elements: Element[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await call(`GET ${path}${cursor && `?cursor=${encodeURIComponent(cursor)}`}`);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    elements.push(...(answer.body as Element[]));
    cursor = answer.headers.get('x-cursor-next');
  }
  return elements;
}
