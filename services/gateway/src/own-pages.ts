import type { Readiness } from '@order-hub/shared/http-app';
import { answerJson } from './answer.ts';
import type { Exchange, Step } from './exchange.ts';

type Deps = { isReady: Readiness; apiDocument: Buffer | undefined };

/** The few things that the gateway answers itself: whether it lives, whether the hub is ready, and the API document. */
export function ownPages({ isReady, apiDocument }: Deps): Step {
  async function answerReady(exchange: Exchange): Promise<void> {
    const needs = await isReady();
    const ready = Object.values(needs).every(Boolean);
    answerJson(exchange, { status: ready ? 200 : 503, body: JSON.stringify({ ready, needs }) });
  }

  const pages = new Map<string, Step>([
    ['/health', (exchange) => answerJson(exchange, { status: 200, body: '{"status":"alive"}' })],
    ['/ready', answerReady],
  ]);
  if (apiDocument)
    pages.set('/v1/openapi.json', (exchange) => answerJson(exchange, { status: 200, body: apiDocument }));

  return (exchange) => {
    const { method } = exchange.req;
    if (method === 'GET' || method === 'HEAD') return pages.get(exchange.path)?.(exchange);
  };
}
