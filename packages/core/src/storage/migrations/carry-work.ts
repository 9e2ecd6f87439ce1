import { UsageError } from '../../errors/errors.ts';
import { quoted } from '../builder.ts';
import { type ChangeContext, type ChangeWork, columnOf, dropColumn, noWork, replaceTable, tableNamed } from './change-work.ts';
import type { CarryRows } from './define-migration.ts';

/**
 * Copies all rows of a table to another one, byte by byte, and removes the first once the database has found every carried value equal. The
 * other table is the one of the code: it is created here, or gets the columns that it lacks.
 */
export function carryWork(change: CarryRows, { tables, schema, dialect }: ChangeContext): ChangeWork {
  const summary = `carry the rows of ${change.table} to ${change.to}`;
  const from = tableNamed(tables, change.table);
  if (!from) return noWork(summary, tables);
  const known = tableNamed(tables, change.to);
  const wanted = tableNamed(schema, change.to);
  if (!wanted) throw new UsageError(`${change.to}, to which a migration carries rows, is not in the code.`);
  const lacking = known ? wanted.columns.filter(({ name }) => !columnOf(known, name)) : [];
  const to = known ? { ...known, columns: [...known.columns, ...lacking] } : wanted;
  const columns = Object.entries(change.columns).map(([source, target]) => {
    const [one, other] = [columnOf(from, source), columnOf(to, target)];
    if (one?.kind === undefined || one.kind !== other?.kind)
      throw new UsageError(`${from.name}.${source} cannot be carried to ${to.name}.${target}: both must exist and be of one kind.`);
    return { source: one, target: other };
  });
  const missing = from.columns.filter(({ name }) => !(name in change.columns) && !change.leaves.includes(name));
  if (missing.length > 0)
    throw new UsageError(
      `Say in \`columns\` or \`leaves\` what becomes of ${missing.map(({ name }) => `${from.name}.${name}`).join(', ')}.`,
    );
  const [key = '', ...more] = from.primaryKey;
  const keyTarget = change.columns[key];
  if (more.length > 0 || keyTarget === undefined || to.primaryKey.join() !== keyTarget)
    throw new UsageError(`The key of ${from.name} must become the key of ${to.name}, so that each row is carried once.`);
  const [a, b] = [quoted(from.name), quoted(to.name)];
  const same = `${b}.${quoted(keyTarget)} = '${change.prefix}' || ${a}.${quoted(key)}`;
  const equal = columns
    .filter(({ source }) => source.name !== key)
    .map(({ source, target }) => `${b}.${quoted(target.name)} IS NOT DISTINCT FROM ${a}.${quoted(source.name)}`);
  const isMissing = `NOT EXISTS (SELECT 1 FROM ${b} WHERE ${same})`;
  const gone = [
    ...dialect.dropSearch(from),
    ...(from.valueIndexes ?? []).flatMap((index) => dialect.dropValueIndex(from, index)),
    `DROP TABLE ${a}`,
  ];
  const rest = tables.filter((table) => table !== from);
  return {
    summary,
    after: known ? replaceTable(rest, to.name, to) : [...rest, to],
    expand: known ? lacking.flatMap(({ name }) => dialect.addColumn(to, name)) : dialect.createTable(to),
    undo: known
      ? lacking.map(({ name }) => dropColumn(known, name))
      : [...dialect.dropSearch(to), ...(to.valueIndexes ?? []).flatMap((index) => dialect.dropValueIndex(to, index)), `DROP TABLE ${b}`],
    backfill: {
      table: from,
      reads: from.columns,
      writes: [],
      convert: () => undefined,
      into: { table: to, columns: change.columns, prefix: change.prefix, set: change.set },
      stale: isMissing,
      isStaleUntilContract: true,
    },
    checks: [
      {
        table: from,
        fault: `${from.name} has rows that are not the same in ${to.name}`,
        where: `NOT EXISTS (SELECT 1 FROM ${b} WHERE ${[same, ...equal].join(' AND ')})`,
        code: 'migration_failed_check',
      },
    ],
    validate: [],
    contract: gone,
    needsStop: `an old program reads ${from.name}, and a new one ${to.name}`,
    destroys: change.leaves.map((name) => `${from.name}.${name}`),
  };
}
