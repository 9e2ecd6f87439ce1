import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely';

/**
 * Kysely's compiler for SQLite, with literal limits. A bound limit makes SQLite prepare the statement again for each run, because its
 * planner uses the value (https://sqlite.org/c3ref/bind_blob.html), which takes longer than a look-up.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit) && typeof node.limit.value === 'number') this.append(`limit ${Math.trunc(node.limit.value)}`);
    else super.visitLimit(node);
  }
}
