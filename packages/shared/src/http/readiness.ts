/**
 * What `/ready` answers: 200 while this process can answer requests, else 503. That depends on its own database and on
 * nothing else (docs/decisions/0056-ready-means-i-can-answer.md).
 */

/** `reason`: why the process cannot answer. `degraded`: what else is away, without which some requests fail or wait. */
export type Readiness = () => Promise<{ reason: string | null; degraded: string[] }>;

/** The reason while a process drains: it still answers, but no new requests shall come. */
export const drainingReason = 'the process is stopping';

/** The status and body of `/ready`. */
export async function answerReady(readiness: Readiness) {
  const { reason, degraded } = await readiness();
  const ready = reason === null;
  return { status: ready ? 200 : 503, body: { ready, ...(!ready && { reason }), degraded } };
}
