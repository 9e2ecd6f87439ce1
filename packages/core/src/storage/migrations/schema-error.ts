import { ColophonError } from '../../errors/colophon-error.ts';

type SchemaErrorCode =
  | 'schema_behind'
  | 'schema_ahead'
  | 'schema_apart'
  | 'schema_migrating'
  | 'migration_edited'
  | 'migration_gap'
  | 'migration_in_use'
  | 'migration_unreadable'
  | 'migration_needs_stop'
  | 'migration_touches_record'
  | 'migration_failed_check';

/** The database's schema differs from the code's, or a migration cannot go on. The message names the remedy. */
export class SchemaError extends ColophonError {
  /** Each difference, process or value that is in the way, one by one. */
  readonly parts: readonly string[];

  constructor(code: SchemaErrorCode, message: string, parts: readonly string[], hint: string) {
    super(503, code, `${message} ${listed(parts)}`.trim(), { hint });
    this.parts = parts;
  }
}

/** A message names no more parts than a person reads. */
const NAMED = 20;

function listed(parts: readonly string[]): string {
  const rest = parts.length - NAMED;
  return `${parts.slice(0, NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}
