import { HubError, type Client } from '@order-hub/client';
import { CommandError } from '../command-error.ts';

type Named = { id: string; name: string };
type Account = Named & { currency: string };

/** What a connection is bound to: a location of an account, an account, or neither. */
export type Place = { account: Account | null; location: Named | null };

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** The connection has another access level (docs/api/authentication.md#access-levels). */
const isOtherLevel = (error: unknown) => error instanceof HubError && error.status === 403;

async function unlessOtherLevel<Found>(question: Promise<Found>): Promise<Found | undefined> {
  return question.catch((error: unknown) => {
    if (isOtherLevel(error)) return undefined;
    throw error;
  });
}

const isAccount = (value: unknown): value is Account =>
  isNamed(value) && 'currency' in value && typeof value.currency === 'string';

const named = ({ id, name }: Named): Named => ({ id, name });
const accountOf = ({ id, name, currency }: Account): Account => ({ id, name, currency });

/** Throws HubError, also for a token that the hub refuses, and CommandError if something else than a hub answers. */
export async function findPlace(api: Client): Promise<Place> {
  const location: unknown = await unlessOtherLevel(api.retrieveLocation());
  if (location !== undefined) {
    if (!isNamed(location) || !('account' in location) || !isAccount(location.account)) {
      throw new CommandError('What answers at this address is not an order hub.');
    }
    return { account: accountOf(location.account), location: named(location) };
  }
  const [account] = (await unlessOtherLevel(api.listAccounts())) ?? [];
  return { account: account === undefined ? null : accountOf(account), location: null };
}
