/** What a condition says of every row. */
import { columnsIn } from './columns.ts';
import { findColumn, unknown, type Reading, type Scope } from './scope.ts';
import { textOf, textsOf, type Node } from './syntax-tree.ts';

/** Makes rules of what holds for every row. `limited`: the relations whose rows the condition limits. */
export function readCondition(reading: Reading, node: Node | undefined, scope: Scope, limited = scope.relations): void {
  if (node?.BoolExpr?.boolop === 'AND_EXPR')
    for (const part of node.BoolExpr.args) readCondition(reading, part, scope, limited);
  for (const { column, from } of node ? equalitiesIn(reading, node, scope) : []) {
    const found = column.ColumnRef && findColumn(column.ColumnRef.fields, scope);
    if (found && limited.includes(found.relation)) reading.rules.push({ head: found.key, body: from });
  }
}

type Equality = { column: Node; from: readonly string[] };

function equalitiesIn(reading: Reading, { A_Expr, SubLink }: Node, scope: Scope): Equality[] {
  if (
    SubLink?.subLinkType === 'ANY_SUBLINK' &&
    SubLink.testexpr &&
    (textsOf(SubLink.operName) ?? ['=']).join() === '='
  ) {
    const outputs = reading.readQuery(SubLink.subselect, scope);
    const columns = SubLink.testexpr.RowExpr?.args ?? [SubLink.testexpr];
    return columns.map((column, at) => ({ column, from: outputs[at]?.from ?? [unknown] }));
  }
  if (!A_Expr || textOf(A_Expr.name[0]) !== '=') return [];
  const { kind, lexpr, rexpr } = A_Expr;
  const [left, right] = [lexpr, rexpr].map((side) => side.RowExpr?.args ?? [side]);
  const equal = (columns: readonly Node[] = [], values: readonly Node[] = []) =>
    columns.map((column, at) => ({ column, from: values[at] ? columnsIn(reading, values[at], scope) : [unknown] }));
  if (kind === 'AEXPR_OP' || kind === 'AEXPR_NOT_DISTINCT') return [...equal(left, right), ...equal(right, left)];
  return kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN' ? equal(left, right) : [];
}
