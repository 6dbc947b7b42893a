import * as management from '@order-hub/shared/management/clients';
import { listRequestsOfClient } from '@order-hub/shared/management/requests';
import { answerFor } from '@order-hub/shared/principal-call';
import { createClient } from './create-client.ts';
import { listClientConnections } from './list-client-connections.ts';
import { listClientRequests } from './list-client-requests.ts';
import { listClients } from './list-clients.ts';
import { retrieveClient } from './retrieve-client.ts';
import { endOldSecret } from './secrets/close-old-secret.ts';
import { rotateClientSecret } from './secrets/rotate-client-secret.ts';
import { showClientSecret } from './secrets/show-client-secret.ts';
import { unverifyClient } from './verified/unverify-client.ts';
import { updateHandling } from './update-handling.ts';
import { updateProof } from './update-proof.ts';
import { updateClient } from './update-client.ts';
import { verifyClient } from './verified/verify-client.ts';

/** Clients, for the developers who register them and for operators. */
export const clientEndpoints = [
  answerFor(management.createClient, createClient),
  answerFor(management.listClients, listClients),
  answerFor(management.retrieveClient, retrieveClient),
  answerFor(management.updateClient, updateClient),
  answerFor(management.updateHandling, updateHandling),
  answerFor(management.updateProof, updateProof),
  answerFor(management.showClientSecret, showClientSecret),
  answerFor(management.rotateClientSecret, rotateClientSecret),
  answerFor(management.endOldSecret, endOldSecret),
  answerFor(management.verifyClient, verifyClient),
  answerFor(management.unverifyClient, unverifyClient),
  answerFor(management.listClientConnections, listClientConnections),
  answerFor(listRequestsOfClient, listClientRequests),
];
