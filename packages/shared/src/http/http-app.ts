/** The express app of a service: its endpoints, the error handler, health. */
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { asApiError } from './response/as-api-error.ts';
import { faultHeader, faultText } from './response/fault-header.ts';
import { reportCost } from './cost.ts';
import type { Endpoint } from './endpoint.ts';
import { similarPaths } from '../contracts/similar-paths.ts';
import { errorBody, methodNotSupported, routingError } from '../values/errors.ts';
import type { Log } from '../process/log.ts';
import { metricsType, type Metrics } from '../process/metrics.ts';
import { receiveBytesMax, type Bus } from '../messages/bus/bus.ts';
import { keysEndpoint } from './keys-endpoint.ts';
import { methodFinder } from './methods-of-path.ts';
import { mount, type EndpointHost } from './mount-endpoint.ts';
import { messagesPath, observeRequests } from './observing/observe-requests.ts';
import { readBytes } from './request/read-request.ts';
import { answerReady, type Readiness } from './readiness.ts';
import { noteRefusal } from './response/refusals.ts';
import { requestIdOf } from './observing/request-id.ts';
import { serviceTokenHeader } from '../tokens/service-token.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';

type Receive = NonNullable<Bus['receive']>;

type HttpAppOptions<Deps> = Omit<EndpointHost, 'now'> & {
  endpoints: readonly Endpoint<Deps>[];
  /** The dependencies of the endpoints' handlers. */
  deps: Deps;
  readiness: Readiness;
  receive?: Receive | undefined;
  now?: () => Date;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
};

function mountMessages(app: Express, receive: Receive): void {
  app.post(messagesPath, async (req, res) => {
    const { status, body } = await receive(req.get(serviceTokenHeader), () => readBytes(req, receiveBytesMax));
    res.status(status).type('json').send(body);
  });
}

/** The origin of the hub as the client reaches it: the gateway says so. Empty for other services. */
function originOf(req: Request): string {
  const host = req.get('x-forwarded-host');
  return host === undefined || host === '' ? '' : `${req.get('x-forwarded-proto') ?? 'http'}://${host}`;
}

const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, req: Request, res: Response, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const answer = asApiError(error, { method: req.method, requestId: requestIdOf(req) }, log);
    noteRefusal(res, answer);
    reportCost(res);
    res
      .status(answer.status)
      .set(answer.headers)
      .set(faultHeader, faultText(answer))
      .json(errorBody(answer, originOf(req)));
  };

function mountMetrics(app: Express, metrics: Metrics): void {
  app.get('/metrics', async (_req, res) => void res.set('Content-Type', metricsType).end(await metrics.render()));
}

/** The app of a service. Answers 404 `routing_error` to unknown URLs and methods; one handler answers all errors. */
export function httpApp<Deps>({
  endpoints,
  deps,
  readiness,
  receive,
  now = () => new Date(),
  metrics,
  tracing = noTracing,
  ...host
}: HttpAppOptions<Deps>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  // A path has one spelling (docs/decisions/0098-a-path-has-one-spelling.md).
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use((_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.get('/health', (_req, res) => void res.json({ status: 'alive', service: host.service }));
  app.get('/ready', async (_req, res) => {
    const { status, body } = await answerReady(readiness);
    res.status(status).json(body);
  });
  if (metrics) mountMetrics(app, metrics);
  // Whatever was mounted before it is for probes and scrapers.
  app.use(observeRequests({ log: host.log, metrics, tracing }));
  if (receive) mountMessages(app, receive);
  mount(app, [keysEndpoint(host.signingKey, host.verifyingKeys)], {}, { ...host, now });
  mount(app, endpoints, deps, { ...host, now });
  const methodsOf = methodFinder(endpoints);
  app.use((req) => {
    const methods = methodsOf(req.path);
    if (methods.length > 0) throw methodNotSupported(req.method, req.path, methods);
    throw routingError(req.method, req.path, similarPaths(req.path));
  });
  app.use(errorHandler(host.log));
  return app;
}
