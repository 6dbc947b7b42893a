import * as management from '@order-hub/shared/management/members';
import { answerFor } from '@order-hub/shared/principal-call';
import { addMember } from './add-member.ts';
import { leaveLocation } from './leave-location.ts';
import { listMembers } from './list-members.ts';
import { listOwnPeople } from './list-own-people.ts';
import { listWorkplaces } from './list-workplaces.ts';
import { removeMember } from './remove-member.ts';
import { retrieveMember } from './retrieve-member.ts';
import { updateMember } from './update-member.ts';

/** Who works at which location (docs/api/back-office.md#people). */
export const memberEndpoints = [
  answerFor(management.addMember, addMember),
  answerFor(management.listOwnPeople, listOwnPeople),
  answerFor(management.listMembers, listMembers),
  answerFor(management.retrieveMember, retrieveMember),
  answerFor(management.updateMember, updateMember),
  answerFor(management.removeMember, removeMember),
  answerFor(management.leaveLocation, leaveLocation),
  answerFor(management.listWorkplaces, listWorkplaces),
];
