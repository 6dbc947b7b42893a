/** Errors between threads: an error loses its class on the way. */
import type { ErrorCode } from '@order-hub/shared/error-codes';
import { ApiError, type ErrorType, type FieldError } from '@order-hub/shared/errors';

/** The fields of an ApiError. */
export type Refusal = {
  error_type: ErrorType;
  code: ErrorCode;
  message: string;
  errors: FieldError[] | undefined;
  more_errors: number;
};

/** Rethrows what is not an ApiError: a bug. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) throw error;
  const { error_type, code, message, errors, more_errors } = error;
  return { error_type, code, message, errors, more_errors };
}

export const errorOf = ({ error_type, code, message, errors, more_errors }: Refusal): ApiError =>
  new ApiError(error_type, message, { code, ...(errors && { errors }), more_errors });
