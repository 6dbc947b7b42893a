/** The parts of PostgreSQL's syntax tree that unbound-tables.ts reads, as libpg-query returns them. */

/** A node has one of these, under the name of its type. */
export type Node = {
  SelectStmt?: SelectStmt;
  InsertStmt?: InsertStmt;
  UpdateStmt?: UpdateStmt;
  DeleteStmt?: DeleteStmt;
  TruncateStmt?: { relations: Node[] };
  CommonTableExpr?: { ctename: string; aliascolnames?: Node[]; ctequery: Node };
  RangeVar?: RangeVar;
  RangeSubselect?: { subquery: Node; alias?: Alias };
  RangeFunction?: { functions: Node[]; alias?: Alias; coldeflist?: Node[] };
  JoinExpr?: { jointype: string; larg: Node; rarg: Node; usingClause?: Node[]; quals?: Node };
  ResTarget?: { name?: string; val?: Node };
  ColumnRef?: { fields: Node[] };
  A_Star?: object;
  String?: { sval: string };
  A_Expr?: { kind: string; name: Node[]; lexpr: Node; rexpr: Node };
  BoolExpr?: { boolop: string; args: Node[] };
  RowExpr?: { args: Node[] };
  List?: { items: Node[] };
  SubLink?: { subLinkType: string; testexpr?: Node; operName?: Node[]; subselect: Node };
  FuncCall?: { funcname: Node[] };
  ColumnDef?: { colname: string };
};

export type Alias = { aliasname: string; colnames?: Node[] };

export type RangeVar = { schemaname?: string; relname: string; alias?: Alias };

type With = { withClause?: { ctes: Node[] } };

export type SelectStmt = With & {
  targetList?: Node[];
  fromClause?: Node[];
  whereClause?: Node;
  valuesLists?: Node[];
  larg?: SelectStmt;
  rarg?: SelectStmt;
};

export type InsertStmt = With & {
  relation: RangeVar;
  cols?: Node[];
  selectStmt?: Node;
  returningClause?: { exprs: Node[] };
};
export type UpdateStmt = With & {
  relation: RangeVar;
  fromClause?: Node[];
  whereClause?: Node;
  returningClause?: { exprs: Node[] };
};
export type DeleteStmt = With & {
  relation: RangeVar;
  usingClause?: Node[];
  whereClause?: Node;
  returningClause?: { exprs: Node[] };
};

export const textOf = (node: Node | undefined): string => node?.String?.sval ?? '';

export const textsOf = (nodes: readonly Node[] | undefined): string[] | undefined => nodes?.map(textOf);
