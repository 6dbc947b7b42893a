import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { changedIn, type Details } from './details.ts';
import { menuChangesIn } from './menu-changes.ts';
import type { MessageKey } from './texts.ts';

type Key<All> = All extends `did_${infer Name}` ? Name : never;

/** The messages `did_…`, by what was done. */
export type SentenceKey = Key<MessageKey>;

/** Each action that is told. One of a later release is told as `other`. */
const keys: Readonly<Record<string, SentenceKey>> = {
  'account.create': 'account_create',
  'account.rename': 'account_rename',
  'account.update_second_factor': 'account_second_factor',
  'account.suspend': 'account_suspend',
  'account.resume': 'account_resume',
  'location.create': 'location_create',
  'location.update': 'location_update',
  'location.delete': 'location_delete',
  'location.suspend': 'location_suspend',
  'location.resume': 'location_resume',
  'special_day.add': 'special_day_add',
  'special_day.remove': 'special_day_remove',
  'connection.grant': 'connection_grant',
  'connection.approve': 'connection_approve',
  'connection.refuse': 'connection_refuse',
  'connection.block': 'connection_block',
  'connection.unblock': 'connection_unblock',
  'connection.disconnect': 'connection_disconnect',
  'connection.revoke': 'connection_revoke',
  'connection.expire': 'connection_expire',
  'event.resend': 'event_resend',
  'event.test': 'event_test',
  'event.replay': 'event_replay',
  'catalog.create': 'catalog_create',
  'customer_list.create': 'customer_list_create',
  'listing.request': 'listing_request',
  'listing.approve': 'listing_approve',
  'listing.remove': 'listing_remove',
  'listing.update_logo': 'listing_update_logo',
  'invitation.create': 'invitation_create',
  'invitation.withdraw': 'invitation_withdraw',
  'member.add': 'member_add',
  'member.update': 'member_update',
  'member.remove': 'member_remove',
  'member.leave': 'member_leave',
  'test_shop.open': 'test_shop_open',
  'test_shop.update': 'test_shop_update',
  'test_shop.change_prices': 'test_shop_change_prices',
  'test_shop.end': 'test_shop_end',
  'test_shop.expire': 'test_shop_expire',
};

const modes: Readonly<Record<string, SentenceKey>> = {
  paused: 'location_paused',
  busy: 'location_busy',
  normal: 'location_normal',
};

/** A change of one thing that people know is told as that. */
function locationKeyOf(details: Details): SentenceKey {
  const changed = changedIn(details);
  const [only, ...others] = Object.keys(changed);
  if (others.length > 0) return 'location_update';
  if (only === 'opening_hours') return 'location_hours';
  if (only === 'preparation_time') return 'location_preparation';
  const { mode } = (changed['order_acceptance'] ?? {}) as { mode?: string };
  return modes[mode ?? ''] ?? 'location_update';
}

/** One change is told as that, and several are counted. */
function menuKeyOf(details: Details): SentenceKey {
  const { changes, count } = menuChangesIn(details);
  return changes.length === 1 && count === 1 ? 'catalog_change' : 'catalog_changes';
}

const ordersOnly = /^(?:location|account)\[orders\.write\]$/;

/** The parts of entries that decide how their action is told. */
type Entry = Pick<AuditEntryView, 'actor'> & { details: Details };

/** Actions that are told in several ways; `undefined` is the ordinary one. */
const chosen: Readonly<Record<string, (entry: Entry) => SentenceKey | undefined>> = {
  'location.update': ({ details }) => locationKeyOf(details),
  'connection.grant': ({ details }) =>
    ordersOnly.test(String(details['scope'])) ? 'connection_grant_orders' : undefined,
  'member.add': ({ actor }) => (actor === 'user' ? 'member_join' : undefined),
  'catalog.update': ({ details }) => menuKeyOf(details),
  'listing.update_logo': ({ details }) => (details['logo_digest'] === null ? 'listing_remove_logo' : undefined),
};

/** What is said of an entry. */
export const messageKeyOf = ({ action, actor }: AuditEntryView, details: Details): SentenceKey =>
  chosen[action]?.({ actor, details }) ?? keys[action] ?? 'other';
