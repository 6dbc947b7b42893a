import * as management from '@order-hub/shared/management/example-connections';
import { answerFor } from '@order-hub/shared/principal-call';
import { openExampleConnection } from './open-example-connection.ts';
import { retrieveExampleConnection } from '../connections/expiring/retrieve-example-connection.ts';

/** The connections that the documentation's examples use, for the users who open them. */
export const exampleConnectionEndpoints = [
  answerFor(management.openExampleConnection, openExampleConnection),
  answerFor(management.retrieveExampleConnection, retrieveExampleConnection),
];
