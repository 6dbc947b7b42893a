import { badRequest } from '@order-hub/shared/errors';
import type { GatewayStep } from '../request/public-request.ts';

const allowed = new Set(['PUT', 'PATCH', 'DELETE', 'GET']);

/** Replaces the method of a POST (docs/api/conventions.md#method-override). The header is not forwarded. Throws bad_request. */
export const overrideMethod: GatewayStep = ({ req, isApi }) => {
  const override = req.headers['x-http-method-override'];
  if (override === undefined || !isApi) return;
  if (req.method !== 'POST') throw badRequest('X-Http-Method-Override is accepted on a POST request only');
  const method = String(override).toUpperCase();
  if (!allowed.has(method)) throw badRequest('X-Http-Method-Override may be PUT, PATCH, DELETE or GET');
  req.method = method;
};
