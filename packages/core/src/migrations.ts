export {
  defineMigration,
  drop,
  relax,
  rename,
  renameTable,
  require,
  retype,
  split,
  update,
} from './storage/migrations/define-migration.ts';
export type {
  DropElement,
  MigratedRow,
  Migration,
  NewColumn,
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
