import { messagingServices } from '@order-hub/shared/backlog-calls';
import { ApiError } from '@order-hub/shared/errors';
import { retrieveWaitingEvents, type WaitingEvents } from '@order-hub/shared/event-backlog-calls';
import type { Backlog } from '@order-hub/shared/management/backlog';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findBacklogNames } from './find-backlog-names.ts';
import { askEach, type MessagesDeps } from './messages.client.ts';

type Filters = Partial<Record<'account' | 'client' | 'connection', string | undefined>>;

/** The events that wait; null while the events service does not answer. */
async function askForEvents({ ask }: MessagesDeps, requestId: string, filters: Filters): Promise<WaitingEvents | null> {
  try {
    return (await ask(retrieveWaitingEvents, { params: {}, body: filters, requestId })) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.error_type === 'service_unavailable') return null;
    throw error;
  }
}

async function withNames(deps: MessagesDeps, { accounts, clients, connections, ...rest }: WaitingEvents) {
  const { nameOfAccount, nameOfClient } = await findBacklogNames(deps, [
    ...accounts.map(({ id }) => ({ account_id: id, client_id: null })),
    ...clients.map(({ id }) => ({ account_id: null, client_id: id })),
    ...connections,
  ]);
  return {
    ...rest,
    accounts: accounts.map((group) => ({ ...group, name: nameOfAccount(group.id) })),
    clients: clients.map((group) => ({ ...group, name: nameOfClient(group.id) })),
    connections: connections.map((connection) => ({
      ...connection,
      account_name: nameOfAccount(connection.account_id),
      client_name: nameOfClient(connection.client_id),
    })),
  };
}

/** What waits in the hub, since when, and why: messages of each service, and events (docs/api/back-office.md#backlog). */
export async function retrieveBacklog(
  deps: MessagesDeps,
  { requestId }: PrincipalContext,
  _params: object,
  filters: Filters,
): Promise<Backlog> {
  const [services, events] = await Promise.all([
    askEach({ deps, services: messagingServices, requestId }, (messages) => messages.backlog()),
    askForEvents(deps, requestId, filters),
  ]);
  return {
    services: services.map(({ service, answer }) => ({ service, backlog: answer })),
    events: events && (await withNames(deps, events)),
  };
}
