import type { CallingService } from '@order-hub/shared/call-sender';
import { httpApp } from '@order-hub/shared/http-app';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import { lifetime, type Lifetime, type Running } from '@order-hub/shared/lifetime';
import type { Log } from '@order-hub/shared/log';
import { openMetrics, type Metrics } from '@order-hub/shared/metrics';
import { addressesOf } from '@order-hub/shared/neighbours';
import { assertOwnKey } from '@order-hub/shared/own-key';
import { principalClient } from '@order-hub/shared/principal-call';
import { drainingReason } from '@order-hub/shared/readiness';
import { watchServer } from '@order-hub/shared/server-metrics';
import { openTracing } from '@order-hub/shared/open-tracing';
import { openApi } from './api/open-api.ts';
import { endpoints } from './app.ts';
import type { Config } from './config.ts';
import { openDocs } from './docs/open-docs.tsx';
import { renderBoard } from './board/render-board.tsx';
import { openBoardWatch, streamsOpen } from './board/watching/watch-boards.ts';
import { openExports } from './order-pages/exporting/open-exports.ts';
import { findSessions } from './sessions/find-sessions.ts';
import { openShopVisits, type ShopVisits } from './test-shops/visiting/open-shop-visits.ts';

const openOwnTracing = ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config, log: Log, metrics: Metrics) =>
  openTracing({ endpoint, service: 'back-office', instance: newId(), log, metrics });

type Visiting = Omit<Parameters<typeof openShopVisits>[0], 'apiUrl' | 'signal'>;

/** Null in a hub without test shops. */
function openOwnVisits({ TEST_SHOPS_API_URL: apiUrl }: Config, life: Lifetime, visiting: Visiting): ShopVisits | null {
  if (apiUrl === undefined) return null;
  return life.opened(openShopVisits({ ...visiting, apiUrl, signal: life.signal }), ({ close }) => close());
}

type Watching = Pick<Parameters<typeof openBoardWatch>[0], 'ask' | 'askFor' | 'log'>;

const openOwnBoards = ({ LIVE_PAGES_PER_USER: perUser }: Config, { signal }: Lifetime, watching: Watching) =>
  openBoardWatch({ ...watching, render: renderBoard, signal, perUser });

/** The three ways in which pages ask other services. */
function openCalls(asking: CallingService, life: Lifetime) {
  const internal = life.opened(internalClient(asking), async ({ close }) => close());
  const principal = life.opened(principalClient(asking), async ({ close }) => close());
  const api = life.opened(openApi(asking), async ({ close }) => close());
  return {
    ask: internal.ask,
    askFor: principal.askFor,
    callApi: api.callApi,
    unanswering: () => [...new Set([internal, principal, api].flatMap(({ unanswering }) => unanswering()))],
  };
}

async function open(config: Config, log: Log, life: Lifetime, now: () => Date): Promise<number> {
  const { HUB_SIGNING_KEY: signingKey, HUB_VERIFYING_KEYS: verifyingKeys } = config;
  const asking = { from: 'back-office', addresses: addressesOf(config), signingKey, log } as const;
  const { unanswering, ...calls } = openCalls(asking, life);
  const metrics = openMetrics();
  const tracing = life.opened(await openOwnTracing(config, log, metrics), (opened) => opened.close());
  const boardWatch = openOwnBoards(config, life, { ...calls, log });
  metrics.gauge(streamsOpen, {}, boardWatch.streams);
  const exports = openExports({ signal: life.signal, metrics });
  const shopVisits = openOwnVisits(config, life, { ask: calls.ask, log, now, metrics });
  const app = httpApp({
    service: 'back-office',
    endpoints,
    deps: {
      ...calls,
      findSession: findSessions(calls.ask),
      boardWatch,
      exports,
      shopVisits,
      docs: openDocs(config.PUBLIC_URL),
      formKeys: config.HUB_FORM_KEYS,
      publicUrl: config.PUBLIC_URL,
      hasMarked: config.NODE_ENV !== 'production',
    },
    signingKey,
    verifyingKeys,
    log,
    now,
    // It has no database: while it runs it can answer, if only with an error page.
    readiness: async () => ({
      reason: life.draining.aborted ? drainingReason : null,
      degraded: unanswering(),
    }),
    checkReplies: config.NODE_ENV !== 'production',
    metrics,
    tracing,
  });
  const server = life.opened(await listen(app, { host: config.HOST, port: config.PORT }), stopListening);
  watchServer(metrics, 'internal', server);
  return portOf(server);
}

/** Starts the back office, which owns pages and no data. */
export async function startBackOffice(
  config: Config,
  log: Log,
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<Running> {
  assertOwnKey('back-office', config);
  const life = lifetime(config.DRAIN_SECONDS);
  try {
    return { port: await open(config, log, life, now), drain: life.drain, close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}
