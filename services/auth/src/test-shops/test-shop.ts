import type { TestShop, TestShopSettings } from '@order-hub/shared/management/test-shops';
import type { LocationDetails } from '../locations/location.ts';

/** A shop is asleep when nobody has called for so long. */
export const awakeMs = 60 * 60_000;

const lifeMs = 7 * 24 * 60 * 60_000;

/** The clients of the user that act as the simulators. */
export const tillName = 'Simulated till';
export const websiteName = 'Simulated website';

export const tillScope = 'location[orders.write,inventory.write,all_catalogs.write]';
export const websiteScope = 'location[orders.write,inventory.write,all_catalogs.write,all_customer_lists.write]';

export const shopAccount = { name: 'Test shop', currency: 'EUR' };
export const shopLocation: LocationDetails & { name: string } = {
  name: 'Test shop',
  address: '1 rue de Rivoli',
  postal_code: '75001',
  city: 'Paris',
  country: 'FR',
  timezone: 'Europe/Paris',
};

export const newSettings: TestShopSettings = { answer: 'accept', delay_seconds: 0, minutes_between_orders: 5 };

/** The connections by which the simulators act. */
export type Simulators = { till_id: string; website_id: string };

/** What a shop is opened with. */
export type OpenedShop = Simulators & { user_id: string; account_id: string; location_id: string };

export const endOf = (opened_at: Date): Date => new Date(opened_at.getTime() + lifeMs);

/** A shop as it is stored, with what its connections and their use say of it. */
export type ShopRow = Omit<TestShop, 'status'> & Simulators & { is_cut_off: boolean; called_at: Date };

/** The shop as its user sees it. */
export function viewShop({ is_cut_off, called_at, ...row }: ShopRow, now: Date): TestShop {
  const { account_id, location_id, location_name, settings, is_filled, failure, ends_at } = row;
  const isAwake = called_at.getTime() > now.getTime() - awakeMs;
  const status = is_cut_off ? 'cut_off' : isAwake ? 'running' : 'asleep';
  return { account_id, location_id, location_name, settings, status, is_filled, failure, ends_at };
}
