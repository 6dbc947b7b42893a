/** The services of the hub: their names in tokens, queues and settings, and their addresses. */
import { z } from 'zod';

export const serviceNames = ['gateway', 'auth', 'back-office', 'orders', 'catalog', 'customers', 'events'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The base URL of each service whose address is set. */
export type Addresses = Partial<Record<ServiceName, string>>;

/** An address of a service, such as `http://auth:8080`, without a trailing slash. */
export const addressSetting = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** The settings that hold the addresses: `AUTH_URL` and so on. A service that needs one makes it required. */
export const addressSettings = {
  GATEWAY_URL: addressSetting.optional(),
  AUTH_URL: addressSetting.optional(),
  BACK_OFFICE_URL: addressSetting.optional(),
  ORDERS_URL: addressSetting.optional(),
  CATALOG_URL: addressSetting.optional(),
  CUSTOMERS_URL: addressSetting.optional(),
  EVENTS_URL: addressSetting.optional(),
};

type AddressConfig = { [Name in keyof typeof addressSettings]?: string | undefined };

/** The setting that holds the address of a service: `BACK_OFFICE_URL`. */
const settingOf = (name: ServiceName) => `${name.replace('-', '_').toUpperCase()}_URL` as keyof AddressConfig;

/** The addresses in the settings. */
export function addressesOf(config: AddressConfig): Addresses {
  const found = serviceNames.flatMap((name) => {
    const address = config[settingOf(name)];
    return address ? [[name, address] as const] : [];
  });
  return Object.fromEntries(found);
}
