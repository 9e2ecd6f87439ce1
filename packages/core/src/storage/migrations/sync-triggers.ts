import { hash } from 'node:crypto';
import { literal, quoted } from '../builder.ts';
import type { Dialect } from '../dialect.ts';
import type { ColumnDefinition } from '../table.ts';

/** Statements that create triggers, and those that drop them. */
export interface Triggers {
  readonly create: readonly string[];
  readonly drop: readonly string[];
}

/**
 * Keeps two columns equal while one program writes the old and another the new one. A program that does not know a column leaves it at its
 * default, so that of a new row the other column has the value.
 */
export function syncTriggers(dialect: Dialect, table: string, old: ColumnDefinition, name: string): Triggers {
  const a = quoted(old.name);
  const b = quoted(name);
  const initial = defaultLiteral(dialect, old);
  if (dialect.name === 'postgres')
    return postgresTrigger(
      table,
      name,
      'INSERT OR UPDATE',
      `IF TG_OP = 'INSERT' THEN
    IF NEW.${b} IS DISTINCT FROM ${initial} THEN NEW.${a} := NEW.${b}; ELSE NEW.${b} := NEW.${a}; END IF;
  ELSIF NEW.${b} IS DISTINCT FROM OLD.${b} THEN NEW.${a} := NEW.${b};
  ELSIF NEW.${a} IS DISTINCT FROM OLD.${a} THEN NEW.${b} := NEW.${a};
  END IF;`,
    );
  const carry = (from: string, to: string): string => `UPDATE ${quoted(table)} SET ${to} = new.${from} WHERE rowid = new.rowid;`;
  return sqliteTriggers(table, name, [
    `AFTER INSERT ON ${quoted(table)} WHEN new.${b} IS NOT ${initial} AND new.${a} IS NOT new.${b} BEGIN ${carry(b, a)} END`,
    `AFTER INSERT ON ${quoted(table)} WHEN new.${b} IS ${initial} AND new.${a} IS NOT new.${b} BEGIN ${carry(a, b)} END`,
    `AFTER UPDATE OF ${b} ON ${quoted(table)} WHEN new.${b} IS NOT old.${b} AND new.${a} IS NOT new.${b} BEGIN ${carry(b, a)} END`,
    `AFTER UPDATE OF ${a} ON ${quoted(table)} WHEN new.${a} IS NOT old.${a} AND new.${b} IS old.${b} AND new.${b} IS NOT new.${a} BEGIN ${carry(a, b)} END`,
  ]);
}

/** Marks rows whose source columns a program changes after they were carried: the derived columns become null, and are derived again. */
export function staleTriggers(dialect: Dialect, table: string, sources: readonly string[], derived: readonly string[]): Triggers {
  const [name = ''] = derived;
  if (dialect.name === 'postgres') {
    const changed = sources.map((each) => `NEW.${quoted(each)} IS DISTINCT FROM OLD.${quoted(each)}`).join(' OR ');
    const forget = derived.map((each) => `NEW.${quoted(each)} := NULL;`).join(' ');
    return postgresTrigger(table, name, 'INSERT OR UPDATE', `IF TG_OP = 'INSERT' THEN ${forget} ELSIF ${changed} THEN ${forget} END IF;`);
  }
  const on = quoted(table);
  const changed = sources.map((each) => `new.${quoted(each)} IS NOT old.${quoted(each)}`).join(' OR ');
  const forget = `UPDATE ${on} SET ${derived.map((each) => `${quoted(each)} = NULL`).join(', ')} WHERE rowid = new.rowid;`;
  return sqliteTriggers(table, name, [
    `AFTER INSERT ON ${on} BEGIN ${forget} END`,
    `AFTER UPDATE OF ${sources.map(quoted).join(', ')} ON ${on} WHEN ${changed} BEGIN ${forget} END`,
  ]);
}

/** Gives a column a value that a program leaves null. */
export function fillTriggers(dialect: Dialect, table: string, column: string, value: string): Triggers {
  const name = quoted(column);
  if (dialect.name === 'postgres')
    return postgresTrigger(table, column, 'INSERT OR UPDATE', `IF NEW.${name} IS NULL THEN NEW.${name} := ${value}; END IF;`);
  const fill = `WHEN new.${name} IS NULL BEGIN UPDATE ${quoted(table)} SET ${name} = ${value} WHERE rowid = new.rowid; END`;
  return sqliteTriggers(table, column, [`AFTER INSERT ON ${quoted(table)} ${fill}`, `AFTER UPDATE OF ${name} ON ${quoted(table)} ${fill}`]);
}

/** A value as it is stored, as a literal of SQL. */
export function valueLiteral(dialect: Dialect, kind: ColumnDefinition['kind'], value: unknown): string {
  const encoded = dialect.encode(kind, value);
  if (encoded === null || encoded === undefined) return 'NULL';
  if (typeof encoded === 'number' || typeof encoded === 'boolean') return String(encoded);
  return literal(typeof encoded === 'string' ? encoded : JSON.stringify(encoded));
}

function defaultLiteral(dialect: Dialect, column: ColumnDefinition): string {
  return column.default === undefined ? 'NULL' : valueLiteral(dialect, column.kind, column.default);
}

/** Names of PostgreSQL end after 63 bytes. */
function triggerName(table: string, column: string): string {
  return `_colophon_sync_${hash('sha256', `${table}.${column}`).slice(0, 16)}`;
}

function postgresTrigger(table: string, column: string, events: string, body: string): Triggers {
  const name = quoted(triggerName(table, column));
  return {
    create: [
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $colophon$ BEGIN\n  ${body}\n  RETURN NEW;\nEND $colophon$`,
      `CREATE TRIGGER ${name} BEFORE ${events} ON ${quoted(table)} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    ],
    drop: [`DROP TRIGGER IF EXISTS ${name} ON ${quoted(table)}`, `DROP FUNCTION IF EXISTS ${name}()`],
  };
}

function sqliteTriggers(table: string, column: string, bodies: readonly string[]): Triggers {
  const name = triggerName(table, column);
  return {
    create: bodies.map((body, index) => `CREATE TRIGGER ${quoted(`${name}_${index}`)} ${body}`),
    drop: bodies.map((_, index) => `DROP TRIGGER IF EXISTS ${quoted(`${name}_${index}`)}`),
  };
}
