/** The keys of the services under test: new ones in each test process. */
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { newServiceKeys, readSigningKey, readVerifyingKeys, type SigningKey } from '@order-hub/shared/signing-keys';

const { signing_keys, verifying_keys } = newServiceKeys();

/** With these each service signs. */
export const testSigningKeys = Object.fromEntries(
  serviceNames.map((name) => [name, readSigningKey(signing_keys[name])]),
) as Record<ServiceName, SigningKey>;

export const testVerifyingKeys = readVerifyingKeys(verifying_keys);

export const testFormKeys = ['form-key-of-the-tests-0123456789abcdef'];

/** The settings with the keys of a service. */
export const keySettings = (service: ServiceName) => ({
  HUB_SIGNING_KEY: signing_keys[service],
  HUB_VERIFYING_KEYS: verifying_keys,
  HUB_FORM_KEYS: testFormKeys.join(','),
});

/** The keys with which `service` calls others and verifies their tokens. */
export const keysOf = (service: ServiceName) => ({
  signingKey: testSigningKeys[service],
  verifyingKeys: testVerifyingKeys,
});
