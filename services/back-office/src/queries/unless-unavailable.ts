import { ApiError } from '@order-hub/shared/errors';

/** What was asked; null while its service does not answer: the page is shown without it. */
export async function unlessUnavailable<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 500) return null;
    throw error;
  }
}
