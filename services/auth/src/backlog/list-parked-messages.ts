import { messagingServices, type MessagingService } from '@order-hub/shared/backlog-calls';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { takePage } from '@order-hub/shared/page';
import { askEach, type MessagesDeps } from './messages.client.ts';
import { afterCursor, byPlace, cursorOf } from './parked-cursor.ts';

type Input = {
  service?: MessagingService | undefined;
  topic?: string | undefined;
  after?: string | undefined;
  count: number;
};

/** A page of the parked messages of all services, or of one, the newest message first, without their bodies. */
export async function listParkedMessages(
  deps: MessagesDeps,
  { requestId }: PrincipalContext,
  _params: object,
  { service: only, topic, after, count }: Input,
) {
  const services = only === undefined ? messagingServices : [only];
  const answers = await askEach({ deps, services, requestId }, async (messages, service) =>
    (await messages.list({ topic, ...afterCursor(after, service), count: count + 1 })).map((message) => ({
      ...message,
      service,
    })),
  );
  return {
    ...takePage(answers.flatMap(({ answer }) => answer ?? []).sort(byPlace), count, cursorOf),
    unavailable: answers.flatMap(({ service, answer }) => (answer ? [] : service)),
  };
}
