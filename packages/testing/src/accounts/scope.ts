/** What unbound-tables.ts knows while it reads a statement: relations, the scopes of queries, and the rules that bind columns. */
import { textOf, type Node } from './syntax-tree.ts';

/** The columns of each table of a schema. */
export type Tables = ReadonlyMap<string, readonly string[]>;

export type Relation = { id: number; alias: string; columns: readonly string[] };

/** A column that a query returns, and the columns from which it is computed. */
export type Output = { name: string; from: readonly string[] };

/** What one query sees: its own relations, and those around it. */
export type Scope = { relations: Relation[]; expressions: Map<string, readonly Output[]>; outer: Scope | undefined };

export type Rule = { head: string; body: readonly string[] };

export type Reading = {
  tables: Tables;
  rules: Rule[];
  /** The tables with accounts, by the key of their `account_id`. */
  found: Map<string, string>;
  /** Each query is read once, although several places may ask for it. */
  read: Map<object, readonly Output[]>;
  nextId: number;
  /** Reads a query inside another one. */
  readQuery(node: Node, outer: Scope | undefined): readonly Output[];
};

/** No rule leads to it. */
export const unknown = '?';

export const keyOf = ({ id }: Relation, column: string) => `${id}.${column}`;

export const scopeIn = (outer: Scope | undefined): Scope => ({ relations: [], expressions: new Map(), outer });

export function addRelation(reading: Reading, alias: string, columns: readonly string[], scope: Scope): Relation {
  const relation = { id: reading.nextId++, alias, columns };
  scope.relations.push(relation);
  return relation;
}

export function findColumn(fields: readonly Node[], scope: Scope): { relation: Relation; key: string } | undefined {
  const [column = '', alias] = fields.map(textOf).toReversed();
  const isHere = (relation: Relation) =>
    alias === undefined ? relation.columns.includes(column) : relation.alias === alias;
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const relation = at.relations.find(isHere);
    if (relation) return { relation, key: keyOf(relation, column) };
  }
  return undefined;
}
