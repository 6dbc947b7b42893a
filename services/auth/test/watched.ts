/** Connections that two users may watch, and a server that answers auth in place of events. */
import { listen, portOf } from '@order-hub/shared/http-server';
import { aPrincipal } from '@order-hub/testing/call';
import { aConnectedTenant, authorize } from './builders.ts';
import { startTestAuth } from './service.ts';

type EventsAnswer = { status?: number; body: object };

/** By path, for whatever is asked or by its body; 404 for any other. */
export type EventsAnswers = Record<string, EventsAnswer | ((body: any) => EventsAnswer)>;

type Options = Parameters<typeof startTestAuth>[0];

/** Auth, and events with these answers. `events.asked`: what auth asked since it was emptied. */
export async function startWatched(usual: EventsAnswers, options: Options = {}) {
  const events = { answers: usual, asked: [] as { path: string; body: any }[] };
  const server = await listen(
    async (req, res) => {
      const path = req.url ?? '';
      const body = JSON.parse(Buffer.concat(await req.toArray()).toString());
      events.asked.push({ path, body });
      const given = events.answers[path] ?? { status: 404, body: {} };
      const answer = typeof given === 'function' ? given(body) : given;
      res.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    },
    { host: '127.0.0.1', port: 0 },
  );
  const withEvents = { ...options.env, EVENTS_URL: `http://127.0.0.1:${portOf(server)}` };
  const auth = await startTestAuth({ ...options, env: withEvents });
  /** Another process of auth, on the same database. */
  const startReplica = () => startTestAuth({ ...options, env: withEvents, database: auth.database });

  /** A merchant, connected to the client of a developer. */
  async function aWatched(grant: object = {}) {
    const [merchant, developer] = [await aConnectedTenant(auth), await aConnectedTenant(auth)];
    const { client_id } = developer;
    const granted = { client_id, location_id: merchant.location.id, ...grant };
    const connection = await authorize(auth, merchant, granted);
    return { merchant, developer, client_id, id: connection.id as string };
  }

  const as = (user_id: string) => aPrincipal({ user: { id: user_id, email: 'ada@example.com' } });

  const askAs = (user_id: string, route: string, body?: object) =>
    auth.call(route, {
      ...{ internal: 'auth', from: 'back-office', user: as(user_id) },
      ...(route.startsWith('POST') && { body: body ?? {} }),
    });

  const close = async () => {
    await auth.close();
    server.close();
  };
  return { auth, startReplica, events, aWatched, askAs, close };
}

export type WatchedAuth = Awaited<ReturnType<typeof startWatched>>;
