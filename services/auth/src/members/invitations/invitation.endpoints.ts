import * as management from '@order-hub/shared/management/invitations';
import { answerFor } from '@order-hub/shared/principal-call';
import { createInvitation } from './create-invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { retrieveInvitation } from './retrieve-invitation.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

/** Invitations, for those who make them (docs/api/back-office.md#people). */
export const invitationEndpoints = [
  answerFor(management.createInvitation, createInvitation),
  answerFor(management.listInvitations, listInvitations),
  answerFor(management.retrieveInvitation, retrieveInvitation),
  answerFor(management.withdrawInvitation, withdrawInvitation),
];
