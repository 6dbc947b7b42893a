import * as management from '@order-hub/shared/management/keys';
import { answerFor } from '@order-hub/shared/principal-call';
import { reencryptSecrets } from './reencrypt-secrets.ts';
import { retrieveKeys } from './retrieve-keys.ts';

export const keyEndpoints = [
  answerFor(management.retrieveKeys, retrieveKeys),
  answerFor(management.reencryptSecrets, reencryptSecrets),
];
