import { canonicalJson } from '@colophon/contract';
import type { FieldKind } from '../fields/field.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { TableDefinition } from '../storage/table.ts';
import { SnapshotError } from './snapshot-error.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * Returns a function that writes a row, given as the values of its columns in their order, as one line of JSON without its line break. Equal
 * rows have equal lines on every database: the members stand in the order of the columns, those of JSON values in canonical order.
 *
 * @throws SnapshotError `unstorable_value` from the function, for a value that JSON cannot represent exactly
 */
export function lineWriter(table: TableDefinition, dialect: Dialect): (row: readonly unknown[]) => string {
  const columns = table.columns.map(({ name, kind }, at) => ({ name, kind, lead: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:` }));
  return (row) => {
    let line = '';
    for (const [at, { name, kind, lead }] of columns.entries()) {
      try {
        line += lead + valueText(kind, dialect.decode(kind, row[at]));
      } catch (cause) {
        throw unstorable(table, name, row, cause);
      }
    }
    return `${line}}`;
  };
}

function valueText(kind: FieldKind, value: unknown): string {
  if (value === null) return 'null';
  // Written by other programs, a date may have another form.
  if (kind === 'datetime' && typeof value === 'string' && !ISO.test(value)) return JSON.stringify(new Date(value).toISOString());
  return canonicalJson(value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value);
}

function unstorable(table: TableDefinition, column: string, row: readonly unknown[], cause: unknown): SnapshotError {
  const key = table.primaryKey.map((name) => row[table.columns.findIndex((each) => each.name === name)]).join(' ');
  return new SnapshotError('unstorable_value', `${table.name}.${column} of ${key} has no exact JSON: ${(cause as Error).message}`, {
    cause,
  });
}

/** Returns a value of a line as it is on instances. */
export function valueIn(kind: FieldKind, value: unknown): unknown {
  return kind === 'bytes' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
}

/** Returns the rows of lines, each an object of the values on instances. */
export function readLines(lines: Uint8Array): Record<string, unknown>[] {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8');
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Record<string, unknown>[];
}
