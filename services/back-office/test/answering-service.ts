/** Stands in for another service: answers internal calls with what the test sets. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** By method and path, such as `POST /internal/latest-orders`. Undefined: 500. */
type Answers = Record<string, (body: any) => object | undefined>;

export async function startAnsweringService(answers: Answers) {
  const asked: { route: string; body: any }[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const route = `${req.method} ${req.url}`;
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
      asked.push({ route, body });
      const answer = answers[route]?.(body);
      res.writeHead(answer ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
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
