/** The management API for people: who works at which location of an account (docs/api/back-office.md#people). */
import { z } from 'zod';
import { managingRoles, type Role } from '../../tokens/roles.ts';
import { nameText } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { pageInput, pageOf } from '../management/page.ts';

const everyone = ['user', 'operator'] as const;
const text = z.string();
const nullableText = text.nullable();

/** The roles of people who do not own the account. */
export const memberRoles = ['manager', 'kitchen'] as const;

export type MemberRole = (typeof memberRoles)[number] & Role;

export const memberRoleSchema = z.enum(memberRoles, 'must be manager or kitchen');

const member = z.object({
  id: text,
  account_id: text,
  location_id: text,
  location_name: text,
  user_id: text,
  email: text,
  first_name: nullableText,
  last_name: nullableText,
  role: memberRoleSchema,
  /** Auth of an older version does not tell. */
  has_second_factor: z.boolean().optional(),
  created_at: z.coerce.date(),
});

export type Member = z.output<typeof member>;

/** A location at which a user works. */
const workplace = z.object({
  id: text,
  location_id: text,
  location_name: text,
  account_id: text,
  account_name: text,
  role: memberRoleSchema,
});

export type Workplace = z.output<typeof workplace>;

/** Without an invitation, and whatever the quota. */
export const addMember = principalCall('POST /management/members', {
  summary: 'Give a user a role at a location',
  to: 'auth',
  principals: ['operator'],
  input: z.object({ user_id: nameText, location_id: nameText, role: memberRoleSchema }),
  reply: member,
});

/** Of an account, for its owner; of one location also for its managers. */
export const listMembers = principalCall('GET /management/members', {
  summary: 'List the people of an account or a location, oldest first',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  input: z.object({ ...pageInput, account_id: nameText.optional(), location_id: nameText.optional() }),
  reply: pageOf(member),
});

export const retrieveMember = principalCall('GET /management/members/:member_id', {
  summary: 'Retrieve a member of a location',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  reply: member,
});

export const updateMember = principalCall('POST /management/members/:member_id', {
  summary: 'Change the role of a member',
  to: 'auth',
  principals: everyone,
  input: z.object({ role: memberRoleSchema }),
  reply: z.object({}),
});

export const removeMember = principalCall('POST /management/members/:member_id/remove', {
  summary: 'Remove a member from a location',
  to: 'auth',
  principals: everyone,
  roles: managingRoles,
  reply: z.object({}),
});

/** What members do with themselves. */
export const leaveLocation = principalCall('POST /management/locations/:location_id/leave', {
  summary: 'Leave a location',
  to: 'auth',
  principals: ['user'],
  roles: memberRoles,
  reply: z.object({}),
});

/** The locations at which the user works for others. */
export const listWorkplaces = principalCall('GET /management/workplaces', {
  summary: 'List the locations at which the user is a member, oldest first',
  to: 'auth',
  principals: ['user'],
  input: z.object(pageInput),
  reply: pageOf(workplace),
});

/** A member of a location of one of the user's accounts. */
const placedMember = member.extend({ account_name: text });

export type PlacedMember = z.output<typeof placedMember>;

/** Everywhere, so that the user sees whom somebody else may have let in. Newest first, 200 at most. */
export const listOwnPeople = principalCall('GET /management/user/people', {
  summary: "List the people of all of the user's accounts, newest first",
  to: 'auth',
  principals: ['user'],
  reply: z.object({ items: z.array(placedMember) }),
});
