/** The services of the hub: their names in tokens, queues and settings, and their addresses. */
import { z } from 'zod';
import { addressSetting } from './settings/settings.ts';

export const serviceNames = ['gateway', 'auth', 'back-office', 'orders', 'catalog', 'customers', 'events'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The base URL of each service whose address is set. */
export type Addresses = Partial<Record<ServiceName, string>>;

const addressOf = (whose: string) => addressSetting.describe(`Address of ${whose}.`);

/** The settings with the addresses, such as `AUTH_URL`, for a service that needs them. */
export const neededAddresses = {
  GATEWAY_URL: addressOf("the gateway's listener for other services"),
  AUTH_URL: addressOf('auth'),
  BACK_OFFICE_URL: addressOf('the back office'),
  ORDERS_URL: addressOf('orders'),
  CATALOG_URL: addressOf('catalog'),
  CUSTOMERS_URL: addressOf('customers'),
  EVENTS_URL: addressOf('events'),
};

/** The same for any service, which may do without. */
export const addressSettings = z.object(neededAddresses).partial().shape;

export type AddressConfig = { [Name in keyof typeof addressSettings]?: string | undefined };

/** The setting with the address of a service: `BACK_OFFICE_URL`. */
export const addressSettingOf = (name: ServiceName) =>
  `${name.replace('-', '_').toUpperCase()}_URL` as keyof AddressConfig;

/** The addresses in the settings. */
export function addressesOf(config: AddressConfig): Addresses {
  const found = serviceNames.flatMap((name) => {
    const address = config[addressSettingOf(name)];
    return address ? [[name, address] as const] : [];
  });
  return Object.fromEntries(found);
}
