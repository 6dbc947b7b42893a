/** The columns in expressions, and those that a query returns. */
import { findColumn, keyOf, unknown, type Output, type Reading, type Scope } from './scope.ts';
import { textOf, type Node } from './syntax-tree.ts';

/** The columns from which an expression is computed: none of a parameter. Reads the subqueries in it. */
export function columnsIn(reading: Reading, node: unknown, scope: Scope): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each) => columnsIn(reading, each, scope));
  if (typeof node !== 'object' || node === null) return [];
  const { ColumnRef, SubLink } = node as Node;
  if (ColumnRef) return [findColumn(ColumnRef.fields, scope)?.key ?? unknown];
  if (!SubLink) return Object.values(node).flatMap((each) => columnsIn(reading, each, scope));
  columnsIn(reading, SubLink.testexpr, scope);
  const outputs = reading.readQuery(SubLink.subselect, scope);
  const isValue = SubLink.subLinkType === 'EXPR_SUBLINK' || SubLink.subLinkType === 'ARRAY_SUBLINK';
  return (isValue ? outputs[0]?.from : undefined) ?? [unknown];
}

const fieldsOf = ({ val }: NonNullable<Node['ResTarget']>) => val?.ColumnRef?.fields ?? val?.FuncCall?.funcname ?? [];

/** The name of a column that a query returns. */
export const nameOf = ({ ResTarget = {} }: Node) => ResTarget.name ?? textOf(fieldsOf(ResTarget).at(-1));

export function outputsOf(
  reading: Reading,
  { targetList }: { targetList?: Node[] | undefined },
  scope: Scope,
): readonly Output[] {
  return (targetList ?? []).flatMap((target) => {
    const fields = fieldsOf(target.ResTarget ?? {});
    if (!fields.at(-1)?.A_Star) return [{ name: nameOf(target), from: columnsIn(reading, target, scope) }];
    const alias = fields.length > 1 ? textOf(fields[0]) : undefined;
    return scope.relations
      .filter((relation) => alias === undefined || relation.alias === alias)
      .flatMap((relation) => relation.columns.map((column) => ({ name: column, from: [keyOf(relation, column)] })));
  });
}

/** `values (…), (…)`: a column is bound if it is in all rows. */
export function outputsOfValues(reading: Reading, rows: readonly Node[], scope: Scope): readonly Output[] {
  const width = rows[0]?.List?.items.length ?? 0;
  return Array.from({ length: width }, (_, at) => ({
    name: `column${at + 1}`,
    from: rows.flatMap(({ List }) => columnsIn(reading, List?.items[at], scope)),
  }));
}
