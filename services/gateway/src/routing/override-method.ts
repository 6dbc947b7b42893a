import { badRequest } from '@order-hub/shared/errors';
import type { GatewayStep } from '../request/public-request.ts';

const allowed = new Set(['PUT', 'PATCH', 'DELETE', 'GET']);

/** Replaces the method of a POST (docs/api/conventions.md#method-override). The header is not forwarded. Throws bad_request. */
export const overrideMethod: GatewayStep = ({ req, isApi }) => {
  const override = req.headers['x-http-method-override'];
  if (override === undefined || override === '' || !isApi) return;
  if (req.method === 'GET') throw badRequest('X-Http-Method-Override is not accepted on a GET request; send a POST');
  const method = String(override).toUpperCase();
  if (req.method !== 'POST' || method === 'POST') return;
  if (!allowed.has(method)) throw badRequest('X-Http-Method-Override may be PUT, PATCH, DELETE or GET');
  req.method = method;
};
