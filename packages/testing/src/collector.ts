/** An OpenTelemetry collector: a real server that takes spans over OTLP/HTTP, as JSON. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it was exported. `parentId`: empty for the first of its trace. */
export type CollectedSpan = {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentId: string;
  links: { traceId: string; spanId: string }[];
  startMs: number;
  endMs: number;
  isFailed: boolean;
  attributes: Record<string, string | number>;
};

const nsPerMs = 1_000_000;
const failedCode = 2;

const valueOf = ({ value }: any): string | number =>
  value.stringValue ?? (value.intValue === undefined ? value.doubleValue : Number(value.intValue));

const attributesOf = (list: readonly any[] = []) => Object.fromEntries(list.map((one) => [one.key, valueOf(one)]));

const spanOf = (service: string, span: any): CollectedSpan => ({
  service,
  name: span.name,
  kind: span.kind,
  traceId: span.traceId,
  spanId: span.spanId,
  parentId: span.parentSpanId ?? '',
  links: (span.links ?? []).map(({ traceId, spanId }: any) => ({ traceId, spanId })),
  startMs: Number(span.startTimeUnixNano) / nsPerMs,
  endMs: Number(span.endTimeUnixNano) / nsPerMs,
  isFailed: span.status?.code === failedCode,
  attributes: attributesOf(span.attributes),
});

const spansOf = (body: any): CollectedSpan[] =>
  body.resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map((span: any) => spanOf(String(attributesOf(resource.attributes)['service.name']), span)),
    ),
  );

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Starts a collector on loopback. `answer`: its status, which a test may change. `texts`: what it received. */
export async function startCollector() {
  const collector = { answer: 200, spans: [] as CollectedSpan[], texts: [] as string[] };
  const server = createServer(async (req, res) => {
    const text = await read(req);
    if (req.url === '/v1/traces' && collector.answer === 200) {
      collector.texts.push(text);
      collector.spans.push(...spansOf(JSON.parse(text)));
    }
    res.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;
