import type { ExportOptions } from './export-spans.ts';
import { enableActiveSpans } from './span.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Without an endpoint, tracing is off. */
export type TracingOptions = Omit<ExportOptions, 'endpoint'> & { endpoint: string | undefined };

/** Opens tracing. Loads the code that exports spans only if they are exported. */
export async function openTracing({ endpoint, ...options }: TracingOptions): Promise<Tracing> {
  if (endpoint === undefined) return noTracing;
  const { startExporting } = await import('./export-spans.ts');
  enableActiveSpans();
  return startExporting({ ...options, endpoint });
}
