/** Stands in for another service: answers the back office with what the test sets. */
import type { UserPlace } from '@order-hub/shared/principal';
import { verifyUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { testVerifyingKeys } from '@order-hub/testing/keys';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const withStatus = Symbol('status');

/** An error of the service. */
export const refusal = (status: number, body: object) => ({ ...body, [withStatus]: status });

const statusOf = (answer: object | undefined): number =>
  answer ? ((answer as { [withStatus]?: number })[withStatus] ?? 200) : 500;

/** What a service is asked: for the place in the user token, if there is one. `id`: the last part of the path. */
export type ReceivedCall = { body: any; query: URLSearchParams; place: UserPlace | null; id: string };

/** By method and path, such as `GET /internal/board` or `GET /internal/board-orders/:id`. Without an answer, or undefined: 500. */
export type Answers = Record<string, (asked: ReceivedCall) => object | undefined>;

async function bodyOf(req: IncomingMessage): Promise<any> {
  const text = Buffer.concat(await req.toArray()).toString();
  return text === '' ? undefined : JSON.parse(text);
}

async function placeOf({ headers }: IncomingMessage): Promise<UserPlace | null> {
  const token = headers[userTokenHeader];
  return typeof token === 'string' ? (await verifyUserToken(testVerifyingKeys, token)).place : null;
}

export async function startAnsweringService(answers: Answers) {
  const asked: (ReceivedCall & { route: string })[] = [];
  const server = createServer(async (req, res) => {
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://localhost');
    const route = `${req.method} ${pathname}`;
    const end = route.lastIndexOf('/') + 1;
    const question = { body: await bodyOf(req), query, place: await placeOf(req), id: route.slice(end) };
    asked.push({ route, ...question });
    const answer = (answers[route] ?? answers[`${route.slice(0, end)}:id`])?.(question);
    res.writeHead(statusOf(answer), { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type AnsweringService = Awaited<ReturnType<typeof startAnsweringService>>;
