/**
 * Spans: the timed parts of a trace (docs/tracing.md). Without tracing, or outside a sampled request, there is none, and these
 * functions only run their work.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Facts of a span, by the names of the semantic conventions. No personal data, no secrets, no values of statements. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A span of a sampled trace. */
export type Span = {
  /** The value of the W3C header `traceparent` for whoever continues the trace. */
  readonly traceparent: string;
  /** Begins a span inside this one. */
  child(name: string, kind: SpanKind, attributes?: Attributes): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Ends the span. `failure`: a status, a code or the name of an error. */
  end(failure?: string): void;
};

let storage: AsyncLocalStorage<Span> | undefined;

/** Lets `runInSpan` work. Not called without tracing, because Node 20 makes every promise dearer from then on. */
export const enableActiveSpans = (): void => void (storage ??= new AsyncLocalStorage());

/** The span that the running work belongs to. */
export const activeSpan = (): Span | undefined => storage?.getStore();

/** Runs `work`, with what it awaits, in a span. */
export const runInSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  span && storage ? storage.run(span, work) : work();

/** What to call an error in a span: messages may hold data. */
export function failureName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error';
}

/** Why a response is a failure of ours, or none was sent; undefined for any other. */
export function failureOfResponse({ headersSent, statusCode }: { headersSent: boolean; statusCode: number }) {
  if (!headersSent) return 'aborted';
  return statusCode >= 500 ? String(statusCode) : undefined;
}

async function runAndEnd<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await runInSpan(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(failureName(error));
    throw error;
  }
}

/** Runs `work` in a new span inside the active one, if there is one. */
export function inChildSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = activeSpan();
  return parent ? runAndEnd(parent.child(name, 'client', attributes), work) : work();
}
