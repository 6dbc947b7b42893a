import type { Readiness } from '@order-hub/shared/http-app';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { answerOwn } from '../responses/answer.ts';

type Deps = { isReady: Readiness; apiDocument: Buffer | undefined };

/** Answers the gateway's own paths: liveness, readiness of the hub, and the API document. */
export function ownPages({ isReady, apiDocument }: Deps): GatewayStep {
  async function answerReady(request: PublicRequest): Promise<void> {
    const needs = await isReady();
    const ready = Object.values(needs).every(Boolean);
    answerOwn(request, { status: ready ? 200 : 503, body: JSON.stringify({ ready, needs }) });
  }

  const pages = new Map<string, GatewayStep>([
    ['/health', (request) => answerOwn(request, { status: 200, body: '{"status":"alive"}' })],
    ['/ready', answerReady],
  ]);
  if (apiDocument) pages.set('/v1/openapi.json', (request) => answerOwn(request, { status: 200, body: apiDocument }));

  return (request) => {
    const { method } = request.req;
    if (method === 'GET' || method === 'HEAD') return pages.get(request.path)?.(request);
  };
}
