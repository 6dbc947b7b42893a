/** One figure. `atLeast` or `atMost` is its aim; without an aim it is only reported. */
export type Row = {
  part: string;
  what: string;
  measured: number;
  unit?: string;
  atLeast?: number;
  atMost?: number;
  note?: string;
};

/** Whether the aim is reached. Undefined without an aim. */
export function reaches({ measured, atLeast, atMost }: Row): boolean | undefined {
  if (atLeast !== undefined) return measured >= atLeast;
  if (atMost !== undefined) return measured <= atMost;
  return undefined;
}

function figure(value: number, unit = ''): string {
  if (Number.isNaN(value)) return 'not known';
  const digits = value >= 1000 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}

function aim({ atLeast, atMost, unit }: Row): string {
  if (atLeast !== undefined) return `≥ ${atLeast} ${unit ?? ''}`.trim();
  return atMost === undefined ? '' : `≤ ${atMost} ${unit ?? ''}`.trim();
}

const verdict = (row: Row) => ({ true: 'yes', false: 'NO', undefined: '' })[String(reaches(row)) as 'true'];

/** The rows as a table for a terminal, grouped by part. */
export function table(rows: readonly Row[]): string {
  let part = '';
  const lines = rows.map((row) => {
    const title = row.part === part ? '' : `\n${row.part}\n`;
    part = row.part;
    const measured = row.note ?? figure(row.measured, row.unit);
    return `${title}  ${row.what.padEnd(44)}${measured.padStart(14)}   ${aim(row).padEnd(10)} ${verdict(row)}`.trimEnd();
  });
  return `${''.padEnd(46)}${'measured'.padStart(14)}   ${'aim'.padEnd(10)} reached\n${lines.join('\n')}\n`;
}
