import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { findClientNamed } from './client.store.ts';
import { createClient, type CreateDeps } from './create-client.ts';

/** The id of the user's oldest client with this name; creates one if there is none. Throws 422 for a quota that is used up. */
export async function findOrCreateClient(deps: CreateDeps, ctx: PrincipalContext, name: string): Promise<string> {
  const found = await findClientNamed(deps.db, userIdOf(ctx), name);
  if (found !== undefined) return found;
  const { client_id } = await createClient(deps, ctx, {}, { name, redirect_uris: [] });
  return client_id;
}
