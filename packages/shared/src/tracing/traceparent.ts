/** The header `traceparent` of W3C Trace Context, version 00. */

/** Where a span is: its trace and its own id, in hexadecimal. */
export type SpanPlace = { traceId: string; spanId: string };

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const sampled = 0x01;

export const traceparentOf = ({ traceId, spanId }: SpanPlace): string => `00-${traceId}-${spanId}-01`;

/** The span that a `traceparent` names; undefined unless it is well-formed. */
export function readTraceparent(header: string): (SpanPlace & { isSampled: boolean }) | undefined {
  const [, traceId, spanId, flags = ''] = form.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & sampled) !== 0 };
}
