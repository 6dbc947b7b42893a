/**
 * Finds the tables that a statement reads or writes without their account. A table with a column `account_id` is
 * _bound_ when each row that the statement looks at has an account that was given: `account_id` is a parameter or one of an
 * array of them, or equals a column that is bound itself; or the statement inserts it. What only some branch of a condition
 * says (`or`, the optional side of an outer join) binds nothing.
 *
 * A statement becomes relations (tables, common table expressions, subqueries, functions) and rules: a column is bound if all
 * columns of the rule's body are.
 */
import { columnsIn, nameOf, outputsOf, outputsOfValues } from './columns.ts';
import { readCondition } from './conditions.ts';
import { addTable, readFrom } from './relations.ts';
import { keyOf, scopeIn, unknown, type Output, type Reading, type Rule, type Scope, type Tables } from './scope.ts';
import {
  textsOf,
  type DeleteStmt,
  type InsertStmt,
  type Node,
  type SelectStmt,
  type UpdateStmt,
} from './syntax-tree.ts';

/** The tables of a statement that are not bound, each with its alias. */
export function unboundTables(statement: Node, tables: Tables): string[] {
  const reading: Reading = {
    ...{ tables, rules: [], found: new Map(), read: new Map(), nextId: 1 },
    readQuery: (node, outer) => readQuery(reading, node, outer),
  };
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
  if (node.TruncateStmt) return readTruncation(reading, node.TruncateStmt.relations, outer);
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

/** It empties whole tables. */
function readTruncation(reading: Reading, tables: readonly Node[], outer: Scope | undefined): readonly Output[] {
  readFrom(reading, tables, scopeIn(outer));
  return [];
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
