import type { IncomingMessage, ServerResponse } from 'node:http';
import { digest } from '../tokens/encryption.ts';
import type { Log } from '../process/log.ts';

type AuditedRequest = { req: IncomingMessage; res: ServerResponse; requestId: string; log: Log };

const addressCharactersMax = 200;

/**
 * Logs an operator's request once it is answered: the fingerprint of the operator key (null for a wrong key), the method
 * and path (without the query, which may hold personal data), the addresses. Logs at every level but `silent`.
 */
export function auditOperator(operatorKey: string | null, { req, res, requestId, log }: AuditedRequest): void {
  if (log.level === 'silent') return;
  const line = {
    operator: operatorKey === null ? null : digest(operatorKey).slice(0, 8),
    method: req.method,
    path: req.url?.split('?')[0],
    remote_address: req.socket.remoteAddress ?? null,
    forwarded_for: String(req.headers['x-forwarded-for'] ?? '').slice(0, addressCharactersMax) || null,
    request_id: requestId,
  };
  res.once('close', () => {
    const status = res.headersSent ? res.statusCode : null;
    log.child({ audit: true }, { level: 'info' }).info({ ...line, status }, 'operator request');
  });
}
