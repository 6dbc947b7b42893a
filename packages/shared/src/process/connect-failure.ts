const codes: readonly unknown[] = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];

/** Whether a request failed because there was no connection: then the other end has seen nothing of it. */
export function isConnectFailure(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // Of several addresses that were tried, the error has only the code.
  return syscall === 'connect' || codes.includes(code);
}
