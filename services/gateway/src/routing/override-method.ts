import { badRequest } from '@order-hub/shared/errors';
import type { Step } from '../pipeline/public-request.ts';

const allowed = new Set(['PUT', 'PATCH', 'DELETE', 'GET']);

/** Gives a POST another method (docs/api/conventions.md#method-override). The header is not forwarded. Throws bad_request. */
export const overrideMethod: Step = ({ req, isApi }) => {
  const wanted = req.headers['x-http-method-override'];
  if (wanted === undefined || !isApi) return;
  if (req.method !== 'POST') throw badRequest('X-Http-Method-Override is accepted on a POST request only');
  const method = String(wanted).toUpperCase();
  if (!allowed.has(method)) throw badRequest('X-Http-Method-Override may be PUT, PATCH, DELETE or GET');
  req.method = method;
};
