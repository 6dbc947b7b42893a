import type { lookUpConnection, lookUpLocation } from '@order-hub/shared/auth-calls';
import type { z } from 'zod';

/** A caller token signed for one service and one location (or none), and when to sign the next one. */
export type SignedCaller = { token: string | Promise<string>; renewMs: number };

/** The connection behind an access token. */
export type Connection = z.infer<typeof lookUpConnection.reply> & {
  /** Signed caller tokens by service and facts of the location, dropped together with the connection. */
  signed: Map<string, SignedCaller>;
};

/** `unknown`: no connection has this token. */
export type TokenAnswer = Connection | { status: 'unknown' };

/** `null`: the account has no such location. */
export type LocationAnswer = { location: z.infer<typeof lookUpLocation.reply> | null };

export const isActive = (answer: TokenAnswer): answer is Connection => answer.status === 'active';
