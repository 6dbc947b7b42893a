import * as management from '@order-hub/shared/management/backlog';
import { answerFor } from '@order-hub/shared/principal-call';
import { deleteParkedMessage } from './delete-parked-message.ts';
import { listDroppedEvents } from './list-dropped-events.ts';
import { listParkedMessages } from './list-parked-messages.ts';
import { replayDroppedEvents } from './replay-dropped-events.ts';
import { retrieveBacklog } from './retrieve-backlog.ts';
import { retrieveParkedMessage } from './retrieve-parked-message.ts';
import { retryParkedMessages } from './retry-parked-messages.ts';

/** Operators see what waits, and send it again. */
export const backlogEndpoints = [
  answerFor(management.retrieveBacklog, retrieveBacklog),
  answerFor(management.listParkedMessages, listParkedMessages),
  answerFor(management.retryParkedMessages, retryParkedMessages),
  answerFor(management.retrieveParkedMessage, retrieveParkedMessage),
  answerFor(management.deleteParkedMessage, deleteParkedMessage),
  answerFor(management.listDroppedEvents, listDroppedEvents),
  answerFor(management.replayDroppedEvents, replayDroppedEvents),
];
