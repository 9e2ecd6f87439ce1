export { coreMigrations } from './migrations/core-migrations.ts';
export {
  carry,
  defineMigration,
  divide,
  drop,
  rekey,
  relax,
  rename,
  renameTable,
  require,
  retype,
  searchable,
  split,
  update,
} from './storage/migrations/define-migration.ts';
export type {
  CarryRows,
  DivideTable,
  DropElement,
  MakeSearchable,
  MigratedRow,
  Migration,
  NewColumn,
  RekeyTable,
  RelaxColumn,
  RenameColumn,
  RenameTable,
  RequireColumn,
  RetypeColumn,
  SchemaChange,
  SplitColumn,
  UpdateRows,
} from './storage/migrations/define-migration.ts';
export { undoMigration } from './storage/migrations/undo-migration.ts';
export { draftMigration } from './storage/migrations/draft-migration.ts';
export type { DraftChoices, MigrationDraft } from './storage/migrations/draft-migration.ts';
export { estimateSteps } from './storage/migrations/estimate.ts';
export type { StepEstimate } from './storage/migrations/estimate.ts';
export { readRecord } from './storage/migrations/record.ts';
export type { AppliedMigration, BackfillPosition, RecordedSchema } from './storage/migrations/record.ts';
export { copySqliteFile } from './storage/sqlite/copy-file.ts';
