import { deleteAccount as deleteAccountCall } from '@order-hub/shared/management/accounts';
import { deleteClient as deleteClientCall } from '@order-hub/shared/management/clients';
import { deleteLocation as deleteLocationCall } from '@order-hub/shared/management/locations';
import { deleteUser as deleteUserCall } from '@order-hub/shared/management/users';
import { answerFor } from '@order-hub/shared/principal-call';
import { deleteAccount } from './delete-account.ts';
import { deleteClient } from './delete-client.ts';
import { deleteLocation } from './delete-location.ts';
import { deleteUser } from './delete-user.ts';

/** Deleting what operators create, while nothing needs it. */
export const deletionEndpoints = [
  answerFor(deleteClientCall, deleteClient),
  answerFor(deleteUserCall, deleteUser),
  answerFor(deleteAccountCall, deleteAccount),
  answerFor(deleteLocationCall, deleteLocation),
];
