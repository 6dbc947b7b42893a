import {
  listParkedMessages,
  findParkedMessage,
  retryParkedMessages,
  deleteParkedMessage,
} from '@order-hub/shared/parked-messages';
import {
  backlogCalls,
  type MessageBacklog,
  type MessagingService,
  type ParkedMessage,
  type ParkedMessageDetails,
} from '@order-hub/shared/backlog-calls';
import type { Bus } from '@order-hub/shared/bus';
import type { Database } from '@order-hub/shared/database';
import { ApiError, serviceUnavailable } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { retrieveBacklog } from '@order-hub/shared/retrieve-backlog';

export type MessagesDeps = { db: Database; bus: Pick<Bus, 'queueDepths'>; ask: Ask };

type ListFilters = { topic?: string | undefined; before?: string; inclusive?: boolean; count: number };
type RetryFilters = { id?: string | undefined; topic?: string | undefined; parked_before: string };

/** What operators see and do of the messages of one service. Each throws service_unavailable while it does not answer. */
export type ServiceMessages = {
  backlog(): Promise<MessageBacklog>;
  list(filters: ListFilters): Promise<ParkedMessage[]>;
  find(id: string): Promise<ParkedMessageDetails | undefined>;
  retry(filters: RetryFilters): Promise<{ retried: number; more: boolean }>;
  delete(id: string): Promise<boolean>;
};

const ownMessages = ({ db, bus }: MessagesDeps): ServiceMessages => ({
  backlog: () => retrieveBacklog({ db, bus }, { consumes: false }),
  list: (filters) => listParkedMessages(db, filters),
  find: (id) => findParkedMessage(db, id),
  retry: (filters) => retryParkedMessages(db, filters),
  delete: (id) => deleteParkedMessage(db, id),
});

/** A service of the release before does not know the call. */
async function answered<Answer>(answer: Promise<Answer | undefined>): Promise<Answer> {
  const given = await answer;
  if (given === undefined)
    throw serviceUnavailable('The service is of an older version, which does not say what waits');
  return given;
}

/** The messages of a service; auth's own are in its database. */
export function messagesOf(deps: MessagesDeps, service: MessagingService, requestId: string): ServiceMessages {
  if (service === 'auth') return ownMessages(deps);
  const { ask } = deps;
  const calls = backlogCalls(service);
  return {
    backlog: () => answered(ask(calls.retrieveBacklog, { params: {}, requestId })),
    list: async (body) => (await answered(ask(calls.listParked, { params: {}, body, requestId }))).messages,
    find: (message_id) => ask(calls.retrieveParked, { params: { message_id }, requestId }),
    retry: (body) => answered(ask(calls.retryParked, { params: {}, body, requestId })),
    delete: async (message_id) =>
      (await answered(ask(calls.deleteParked, { params: { message_id }, body: {}, requestId }))).deleted,
  };
}

const isUnavailable = (error: unknown) => error instanceof ApiError && error.error_type === 'service_unavailable';

/** What `work` returns for each service, at once; null for one that does not answer. */
export const askEach = <Answer>(
  { deps, services, requestId }: { deps: MessagesDeps; services: readonly MessagingService[]; requestId: string },
  work: (messages: ServiceMessages, service: MessagingService) => Promise<Answer>,
): Promise<{ service: MessagingService; answer: Answer | null }[]> =>
  Promise.all(
    services.map(async (service) => ({
      service,
      answer: await work(messagesOf(deps, service, requestId), service).catch((error: unknown) => {
        if (isUnavailable(error)) return null;
        throw error;
      }),
    })),
  );
