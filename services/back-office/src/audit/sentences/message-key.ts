import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { changedIn, type Details } from './details.ts';
import type { MessageKey } from './texts.ts';

type Key<All> = All extends `did_${infer Name}` ? Name : never;

/** The messages `did_…`, by what was done. */
export type SentenceKey = Key<MessageKey>;

/** Each action that can be in the audit of an account. An action of a later release is told as `other`. */
const keys: Readonly<Record<string, SentenceKey>> = {
  'account.create': 'account_create',
  'account.rename': 'account_rename',
  'account.suspend': 'account_suspend',
  'account.resume': 'account_resume',
  'location.create': 'location_create',
  'location.update': 'location_update',
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

const ordersOnly = /^(?:location|account)\[orders\.write\]$/;

/** What is said of an entry. */
export function messageKeyOf({ action, actor }: AuditEntryView, details: Details): SentenceKey {
  if (action === 'location.update') return locationKeyOf(details);
  if (action === 'connection.grant' && ordersOnly.test(String(details['scope']))) return 'connection_grant_orders';
  if (action === 'member.add' && actor === 'user') return 'member_join';
  return keys[action] ?? 'other';
}
