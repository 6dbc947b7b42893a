/**
 * Declares metrics: `counter('hub_events_dropped_total', 'Events …')`. Each is declared next to what it measures, and
 * docs/metrics.md lists them all. A label has few values, and none that a client chooses.
 */

type Name = `hub_${string}`;
type Declared<Type extends string, Label extends string> = {
  type: Type;
  name: Name;
  help: string;
  labels: readonly Label[];
};

export type DeclaredCounter<Label extends string> = Declared<'counter', Label>;
export type DeclaredGauge<Label extends string> = Declared<'gauge', Label>;
export type DeclaredHistogram<Label extends string> = Declared<'histogram', Label> & { buckets: readonly number[] };

export const counter = <const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): DeclaredCounter<Label> => ({ type: 'counter', name, help, labels });

export const gauge = <const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): DeclaredGauge<Label> => ({ type: 'gauge', name, help, labels });

/** `buckets`: their upper bounds, in seconds. */
export const histogram = <const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[],
  buckets: readonly number[],
): DeclaredHistogram<Label> => ({ type: 'histogram', name, help, labels, buckets });
