import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import type { Migration } from './define-migration.ts';
import type { MigrationPhase, RecordedSchema } from './record.ts';
import type { MigrationOptions } from './status.ts';

export interface ApplyOptions extends MigrationOptions {
  /** Stop before the contraction: old and new programs both run then, until it is applied again without this. */
  readonly rolling?: boolean;
  /** Told about each part of the work. */
  readonly onProgress?: (progress: MigrationProgress) => void;
}

export interface MigrationProgress {
  readonly id: string | undefined;
  readonly phase: MigrationPhase;
  /** The rows that were carried over so far. */
  readonly rows: number;
}

/** What the next part of a migration needs to know. */
export interface Advance {
  readonly database: Database;
  readonly schema: readonly TableDefinition[];
  readonly files: readonly Migration[];
  readonly options: ApplyOptions;
  readonly record: RecordedSchema;
}
