/** The express app of a service: its endpoints, the error handler, health. */
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { asApiError } from './as-api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { errorBody, routingError } from '../values/errors.ts';
import type { Log } from '../process/log.ts';
import { receiveBytesMax, type Bus } from '../messages/bus/bus.ts';
import { mount, requestIdOf, type EndpointHost } from './mount-endpoint.ts';
import { readBytes } from './read-request.ts';
import { serviceTokenHeader } from '../tokens/service-token.ts';

/** The dependencies of a process, by name, and whether each is available. */
export type Readiness = () => Promise<Record<string, boolean>>;

type Receive = NonNullable<Bus['receive']>;

type HttpAppOptions<Deps> = Omit<EndpointHost, 'now'> & {
  endpoints: readonly Endpoint<Deps>[];
  /** The dependencies of the endpoints' handlers. */
  deps: Deps;
  isReady: Readiness;
  receive?: Receive | undefined;
  now?: () => Date;
};

function mountMessages(app: Express, receive: Receive): void {
  app.post('/internal/messages', async (req, res) => {
    const { status, body } = await receive(req.get(serviceTokenHeader), () => readBytes(req, receiveBytesMax));
    res.status(status).type('json').send(body);
  });
}

const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, req: Request, res: Response, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const answer = asApiError(error, requestIdOf(req), log);
    res.status(answer.status).set(answer.headers).json(errorBody(answer));
  };

/** The app of a service. Answers 404 `routing_error` to unknown URLs and methods; one handler answers all errors. */
export function httpApp<Deps>({
  endpoints,
  deps,
  isReady,
  receive,
  now = () => new Date(),
  ...host
}: HttpAppOptions<Deps>): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.use((_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.get('/health', (_req, res) => void res.json({ status: 'alive' }));
  app.get('/ready', async (_req, res) => {
    const needs = await isReady();
    const ready = Object.values(needs).every(Boolean);
    res.status(ready ? 200 : 503).json({ ready, needs });
  });
  if (receive) mountMessages(app, receive);
  mount(app, endpoints, deps, { ...host, now });
  app.use((req) => {
    throw routingError(req.method, req.path);
  });
  app.use(errorHandler(host.log));
  return app;
}
