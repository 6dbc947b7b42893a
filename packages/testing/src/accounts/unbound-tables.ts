/**
 * Finds the tables that a statement reads or writes without their account. A table with a column `account_id` is
 * _bound_ when each row that the statement looks at has an account that was given: `account_id` is a parameter or one of an
 * array of them, or equals a column that is bound itself; or the statement inserts it. What only some branch of a condition
 * says (`or`, the optional side of an outer join) binds nothing.
 *
 * A statement becomes relations (tables, common table expressions, subqueries, functions) and rules: a column is bound if all
 * columns of the rule's body are.
 */
import {
  textOf,
  textsOf,
  type Alias,
  type DeleteStmt,
  type InsertStmt,
  type Node,
  type RangeVar,
  type SelectStmt,
  type UpdateStmt,
} from './syntax-tree.ts';

/** The columns of each table of a schema. */
export type Tables = ReadonlyMap<string, readonly string[]>;

type Relation = { id: number; alias: string; columns: readonly string[] };

/** A column that a query returns, and the columns from which it is computed. */
type Output = { name: string; from: readonly string[] };

/** What one query sees: its own relations, and those around it. */
type Scope = { relations: Relation[]; expressions: Map<string, readonly Output[]>; outer: Scope | undefined };

type Rule = { head: string; body: readonly string[] };

type Reading = {
  tables: Tables;
  rules: Rule[];
  /** The tables with accounts, by the key of their `account_id`. */
  found: Map<string, string>;
  /** Each query is read once, although several places may ask for it. */
  read: Map<object, readonly Output[]>;
  nextId: number;
};

/** No rule leads to it. */
const unknown = '?';

const keyOf = ({ id }: Relation, column: string) => `${id}.${column}`;

const scopeIn = (outer: Scope | undefined): Scope => ({ relations: [], expressions: new Map(), outer });

/** The tables of a statement that are not bound, each with its alias. */
export function unboundTables(statement: Node, tables: Tables): string[] {
  const reading: Reading = { tables, rules: [], found: new Map(), read: new Map(), nextId: 1 };
  readQuery(reading, statement, undefined);
  const bound = boundColumns(reading.rules);
  return [...reading.found].filter(([key]) => !bound.has(key)).map(([, name]) => name);
}

function boundColumns(rules: readonly Rule[]): Set<string> {
  const bound = new Set<string>();
  for (let before = -1; bound.size > before;) {
    before = bound.size;
    for (const { head, body } of rules) if (body.every((column) => bound.has(column))) bound.add(head);
  }
  return bound;
}

function readQuery(reading: Reading, node: Node, outer: Scope | undefined): readonly Output[] {
  const known = reading.read.get(node);
  if (known) return known;
  const outputs = readStatement(reading, node, outer);
  reading.read.set(node, outputs);
  return outputs;
}

function readStatement(reading: Reading, node: Node, outer: Scope | undefined): readonly Output[] {
  if (node.SelectStmt) return readSelect(reading, node.SelectStmt, outer);
  if (node.InsertStmt) return readInsert(reading, node.InsertStmt, outer);
  const change = node.UpdateStmt ?? node.DeleteStmt;
  if (change) return readChange(reading, change, outer);
  throw new Error(`The check of accounts cannot read a ${Object.keys(node).join()}`);
}

function readSelect(reading: Reading, select: SelectStmt, outer: Scope | undefined): readonly Output[] {
  const scope = scopeIn(outer);
  readExpressions(reading, select.withClause?.ctes, scope);
  const { larg, rarg } = select;
  if (larg && rarg) {
    const right = readSelect(reading, rarg, scope);
    return readSelect(reading, larg, scope).map(({ name, from }, at) => ({
      name,
      from: [...from, ...(right[at]?.from ?? [unknown])],
    }));
  }
  readFrom(reading, select.fromClause, scope);
  readCondition(reading, select.whereClause, scope);
  const { fromClause: _from, withClause: _with, ...rest } = select;
  columnsIn(reading, rest, scope);
  return select.valuesLists ? outputsOfValues(reading, select.valuesLists, scope) : outputsOf(reading, select, scope);
}

function readInsert(reading: Reading, insert: InsertStmt, outer: Scope | undefined): readonly Output[] {
  const scope = scopeIn(outer);
  readExpressions(reading, insert.withClause?.ctes, scope);
  if (insert.selectStmt) readQuery(reading, insert.selectStmt, scope);
  const target = addTable(reading, insert.relation, scope);
  const isGiven = insert.cols?.some(({ ResTarget }) => ResTarget?.name === 'account_id');
  if (isGiven) reading.rules.push({ head: keyOf(target, 'account_id'), body: [] });
  const { selectStmt: _select, withClause: _with, ...rest } = insert;
  columnsIn(reading, rest, scope);
  return outputsOf(reading, { targetList: insert.returningClause?.exprs }, scope);
}

function readChange(reading: Reading, change: UpdateStmt & DeleteStmt, outer: Scope | undefined): readonly Output[] {
  const scope = scopeIn(outer);
  const { withClause, fromClause, usingClause, ...rest } = change;
  readExpressions(reading, withClause?.ctes, scope);
  addTable(reading, change.relation, scope);
  readFrom(reading, fromClause ?? usingClause, scope);
  readCondition(reading, change.whereClause, scope);
  columnsIn(reading, rest, scope);
  return outputsOf(reading, { targetList: change.returningClause?.exprs }, scope);
}

function readExpressions(reading: Reading, expressions: readonly Node[] | undefined, scope: Scope): void {
  for (const { CommonTableExpr } of expressions ?? []) {
    const { ctename, aliascolnames, ctequery } = CommonTableExpr!;
    const names = textsOf(aliascolnames);
    // A recursive query sees its own rows. They are bound if those of its first part are, and that part is read by itself.
    const first = ctequery.SelectStmt?.larg?.targetList;
    if (first)
      scope.expressions.set(
        ctename,
        first.map((target, at) => ({ name: names?.[at] ?? nameOf(target), from: [] })),
      );
    const outputs = readQuery(reading, ctequery, scope);
    scope.expressions.set(
      ctename,
      outputs.map(({ name, from }, at) => ({ name: names?.[at] ?? name, from })),
    );
  }
}

function readFrom(reading: Reading, items: readonly Node[] | undefined, scope: Scope): Relation[] {
  return (items ?? []).flatMap((item) => {
    if (item.RangeVar) return [addNamed(reading, item.RangeVar, scope)];
    if (item.RangeSubselect) {
      const { subquery, alias } = item.RangeSubselect;
      return [addDerived(reading, readQuery(reading, subquery, scope), alias, scope)];
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

function addRelation(reading: Reading, alias: string, columns: readonly string[], scope: Scope): Relation {
  const relation = { id: reading.nextId++, alias, columns };
  scope.relations.push(relation);
  return relation;
}

function addTable(reading: Reading, { relname, alias }: RangeVar, scope: Scope): Relation {
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

/** Makes rules of what holds for every row. `limited`: the relations whose rows the condition limits. */
function readCondition(reading: Reading, node: Node | undefined, scope: Scope, limited = scope.relations): void {
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
    const outputs = readQuery(reading, SubLink.subselect, scope);
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

/** The columns from which an expression is computed: none of a parameter. Reads the subqueries in it. */
function columnsIn(reading: Reading, node: unknown, scope: Scope): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each) => columnsIn(reading, each, scope));
  if (typeof node !== 'object' || node === null) return [];
  const { ColumnRef, SubLink } = node as Node;
  if (ColumnRef) return [findColumn(ColumnRef.fields, scope)?.key ?? unknown];
  if (!SubLink) return Object.values(node).flatMap((each) => columnsIn(reading, each, scope));
  columnsIn(reading, SubLink.testexpr, scope);
  const outputs = readQuery(reading, SubLink.subselect, scope);
  const isValue = SubLink.subLinkType === 'EXPR_SUBLINK' || SubLink.subLinkType === 'ARRAY_SUBLINK';
  return (isValue ? outputs[0]?.from : undefined) ?? [unknown];
}

function findColumn(fields: readonly Node[], scope: Scope): { relation: Relation; key: string } | undefined {
  const [column = '', alias] = fields.map(textOf).toReversed();
  const isHere = (relation: Relation) =>
    alias === undefined ? relation.columns.includes(column) : relation.alias === alias;
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const relation = at.relations.find(isHere);
    if (relation) return { relation, key: keyOf(relation, column) };
  }
  return undefined;
}

const fieldsOf = ({ val }: NonNullable<Node['ResTarget']>) => val?.ColumnRef?.fields ?? val?.FuncCall?.funcname ?? [];

/** The name of a column that a query returns. */
const nameOf = ({ ResTarget = {} }: Node) => ResTarget.name ?? textOf(fieldsOf(ResTarget).at(-1));

function outputsOf(
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
function outputsOfValues(reading: Reading, rows: readonly Node[], scope: Scope): readonly Output[] {
  const width = rows[0]?.List?.items.length ?? 0;
  return Array.from({ length: width }, (_, at) => ({
    name: `column${at + 1}`,
    from: rows.flatMap(({ List }) => columnsIn(reading, List?.items[at], scope)),
  }));
}
