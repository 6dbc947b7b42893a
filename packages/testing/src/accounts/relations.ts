/** The relations of a query: what stands after `from`, `using`, `into` or `update`. */
import { columnsIn } from './columns.ts';
import { readCondition } from './conditions.ts';
import { addRelation, keyOf, type Output, type Reading, type Relation, type Scope } from './scope.ts';
import { textsOf, type Alias, type Node, type RangeVar } from './syntax-tree.ts';

export function readFrom(reading: Reading, items: readonly Node[] | undefined, scope: Scope): Relation[] {
  return (items ?? []).flatMap((item) => {
    if (item.RangeVar) return [addNamed(reading, item.RangeVar, scope)];
    if (item.RangeSubselect) {
      const { subquery, alias } = item.RangeSubselect;
      return [addDerived(reading, reading.readQuery(subquery, scope), alias, scope)];
    }
    if (item.RangeFunction) return [addFunction(reading, item.RangeFunction, scope)];
    if (item.JoinExpr) return readJoin(reading, item.JoinExpr, scope);
    throw new Error(`The check of accounts cannot read a ${Object.keys(item).join()}`);
  });
}

/** On the sides that an outer join keeps, its condition leaves all rows: it binds those of the other side only. */
function readJoin(reading: Reading, join: NonNullable<Node['JoinExpr']>, scope: Scope): Relation[] {
  const left = readFrom(reading, [join.larg], scope);
  const right = readFrom(reading, [join.rarg], scope);
  const limited = [
    ...(join.jointype === 'JOIN_INNER' || join.jointype === 'JOIN_RIGHT' ? left : []),
    ...(join.jointype === 'JOIN_INNER' || join.jointype === 'JOIN_LEFT' ? right : []),
  ];
  for (const column of textsOf(join.usingClause) ?? []) {
    const [mine, other] = [left, right].map((side) => side.find(({ columns }) => columns.includes(column)));
    if (!mine || !other) continue;
    if (limited.includes(mine)) reading.rules.push({ head: keyOf(mine, column), body: [keyOf(other, column)] });
    if (limited.includes(other)) reading.rules.push({ head: keyOf(other, column), body: [keyOf(mine, column)] });
  }
  readCondition(reading, join.quals, scope, limited);
  columnsIn(reading, join.quals, scope);
  return [...left, ...right];
}

export function addTable(reading: Reading, { relname, alias }: RangeVar, scope: Scope): Relation {
  const columns = reading.tables.get(relname) ?? [];
  const relation = addRelation(reading, alias?.aliasname ?? relname, columns, scope);
  const name = alias ? `${relname} ${alias.aliasname}` : relname;
  if (columns.includes('account_id')) reading.found.set(keyOf(relation, 'account_id'), name);
  return relation;
}

/** A table, or a common table expression of this query or one around it. */
function addNamed(reading: Reading, named: RangeVar, scope: Scope): Relation {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const outputs = at.expressions.get(named.relname);
    if (outputs) return addDerived(reading, outputs, named.alias ?? { aliasname: named.relname }, scope);
  }
  return addTable(reading, named, scope);
}

function addDerived(reading: Reading, outputs: readonly Output[], alias: Alias | undefined, scope: Scope): Relation {
  const names = textsOf(alias?.colnames);
  const columns = outputs.map(({ name }, at) => names?.[at] ?? name);
  const relation = addRelation(reading, alias?.aliasname ?? '', columns, scope);
  for (const [at, { from }] of outputs.entries())
    reading.rules.push({ head: keyOf(relation, columns[at] ?? ''), body: from });
  return relation;
}

/** What a function returns is bound if its arguments are. */
function addFunction(reading: Reading, item: NonNullable<Node['RangeFunction']>, scope: Scope): Relation {
  const { functions, alias, coldeflist } = item;
  const name = alias?.aliasname ?? '';
  const columns = textsOf(alias?.colnames) ?? coldeflist?.map(({ ColumnDef }) => ColumnDef?.colname ?? '') ?? [name];
  const from = columnsIn(reading, functions, scope);
  return addDerived(
    reading,
    columns.map((column) => ({ name: column, from })),
    alias && { aliasname: alias.aliasname },
    scope,
  );
}
