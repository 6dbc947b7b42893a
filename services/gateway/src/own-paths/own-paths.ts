import { answerReady, type Readiness } from '@order-hub/shared/readiness';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { answerOwn } from '../responses/answer.ts';

type Deps = { readiness: Readiness; apiDocument: Buffer | undefined };

/** Answers the gateway's own paths: liveness, readiness, and the API document. */
export function ownPaths({ readiness, apiDocument }: Deps): GatewayStep {
  async function ready(request: PublicRequest): Promise<void> {
    const { status, body } = await answerReady(readiness);
    answerOwn(request, { status, body: JSON.stringify(body) });
  }

  const answers = new Map<string, GatewayStep>([
    ['/health', (request) => answerOwn(request, { status: 200, body: '{"status":"alive"}' })],
    ['/ready', ready],
  ]);
  if (apiDocument) answers.set('/v1/openapi.json', (request) => answerOwn(request, { status: 200, body: apiDocument }));

  return (request) => {
    const { method } = request.req;
    if (method === 'GET' || method === 'HEAD') return answers.get(request.path)?.(request);
  };
}
