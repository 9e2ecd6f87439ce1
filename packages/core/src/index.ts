export { AuditEntries, AuditEntry } from './audit/audit-entry.ts';
export { writeAudit } from './objects/write-audit.ts';
export type { AuditRecord } from './objects/write-audit.ts';
export { permits } from './objects/access.ts';
export { mayList } from './operations/may-list.ts';
export type { AccessCheck, AccessRule, AccessSettings } from './objects/access.ts';
export { makeCall, SYSTEM_CALL } from './callers/call.ts';
export type { Call } from './callers/call.ts';
export { anonymous, ASKS, hasRole, isAsk, isRole, ROLES, SYSTEM } from './callers/caller.ts';
export type { Agent, Ask, Caller, Role } from './callers/caller.ts';
export { requireApproval } from './callers/require-approval.ts';
export { requireScope } from './callers/require-scope.ts';
export { includesScope, inOrder, SCOPES } from './callers/scopes.ts';
export type { Scope } from './callers/scopes.ts';
export { ColophonError } from './errors/colophon-error.ts';
export type { ColophonErrorDetails } from './errors/colophon-error.ts';
export { ApprovalRequiredError } from './errors/approval-required-error.ts';
export type { WaitingApproval } from './errors/approval-required-error.ts';
export { InsufficientScopeError } from './errors/insufficient-scope-error.ts';
export {
  AppendOnlyError,
  BusyError,
  ConflictError,
  ForbiddenError,
  MalformedError,
  MethodNotAllowedError,
  NotFoundError,
  PreconditionFailedError,
  PreconditionRequiredError,
  TooLargeError,
  TransactionConflictError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedMediaTypeError,
  UsageError,
  ValidationError,
} from './errors/errors.ts';
export { boolean } from './fields/boolean.ts';
export { bytes } from './fields/bytes.ts';
export type { BytesOptions } from './fields/bytes.ts';
export { computed } from './fields/computed.ts';
export { datetime, toTimestamp } from './fields/datetime.ts';
export type { Field, FieldKind, FieldOptions, Fields, InputOf, ValuesOf } from './fields/field.ts';
export { findUnstorable, json } from './fields/json.ts';
export type { JsonObject, JsonValue } from './fields/json.ts';
export { list } from './fields/list.ts';
export { integer, real } from './fields/numbers.ts';
export { qualify, tenantIn, unqualified } from './fields/qualified.ts';
export { reference } from './fields/reference.ts';
export type { HasTable } from './fields/reference.ts';
export { text } from './fields/text.ts';
export { Collection, collection } from './objects/collection.ts';
export type { AnyCollectionClass, CollectionClass, StoredValues } from './objects/collection.ts';
export type { CollectionOptions } from './objects/collection-statics.ts';
export { defaultDatabase, setDefaultDatabase } from './objects/default-database.ts';
export { CRUD_ACTIONS } from './objects/definition.ts';
export type { CliSetting, CrudAction, ExposeSetting, ObjectDefinition, ObjectOptions } from './objects/definition.ts';
export { faultsOf, validate, type Validated } from './objects/faults.ts';
export { plainMessage } from './objects/plain-message.ts';
export { junction } from './objects/junction.ts';
export type { JunctionDefinition } from './objects/junction.ts';
export { kebabCase, plural, singular, snakeCase } from './objects/names.ts';
export { defineFromJson } from './objects/define-from-json.ts';
export type { JsonObjectDefinition } from './objects/define-from-json.ts';
export { object } from './objects/object.ts';
export { type Repetition, repeat } from './async/repeat.ts';
export { claims } from './claims/lane.ts';
export type { Claim, Lane, LaneOptions, Put } from './claims/lane.ts';
export { Latch } from './async/latch.ts';
export { eachInTurns } from './async/in-turns.ts';
export { makeFolder } from './files/make-folder.ts';
export { columnsBeside } from './objects/beside.ts';
export type { AnyObjectClass, NewValues, ObjectClass, PresentContext, Presented } from './objects/object.ts';
export type { FacetKind } from './planner/asked.ts';
export type { RelatedRows } from './planner/planned-table.ts';
export type { DatabaseOption } from './objects/open-prepared.ts';
export type { FacetQuery, Page, Query, RankedQuery, RowQuery, ValueCount } from './objects/query.ts';
export { readAll } from './objects/read-all.ts';
export { CursorSigner } from './queries/cursor.ts';
export { cursorSigner } from './objects/cursor-signer.ts';
export { schemaOf } from './objects/schema.ts';
export { StoredObject } from './objects/stored-object.ts';
export type { SaveContext } from './objects/hooks.ts';
export type { Answer } from './operations/answer.ts';
export { forgetAnswers } from './operations/idempotency.ts';
export { itemsOutput, objectOutput, pageOutput, recordOutput } from './registry/outputs.ts';
export { operationTable } from './operations/operation-table.ts';
export { prepareDatabase } from './operations/prepare-database.ts';
export { linkTypes, typesLinkedTo } from './objects/table-types.ts';
export type { TableTypes } from './objects/table-types.ts';
export type { LocalCommand, OperationTable, OperationTableOptions } from './operations/operation-table.ts';
export type { Operation, Resource } from './operations/operation.ts';
export type { Effects, HttpMethod, OperationOptions, Operations } from './registry/operation-options.ts';
export { refusalOf } from './operations/refusal.ts';
export { runOperation } from './operations/run-operation.ts';
export type { OperationRequest } from './operations/run-operation.ts';
export { both, NOTHING, where } from './queries/filter.ts';
export type { Condition, Filter, FilterTarget, Operator, Where } from './queries/filter.ts';
export { RegistryError } from './registry/registry-error.ts';
export type { Database } from './storage/database.ts';
export type { Row, Statement } from './storage/statement.ts';
export type { AnyTables, Dialect } from './storage/dialect.ts';
export { onSignal, signal } from './signals/signal.ts';
export { port, Ports } from './ports/ports.ts';
export type { Port } from './ports/ports.ts';
export { applyMigrations, requireCurrentSchema } from './storage/migrations/migrate.ts';
export type { ApplyOptions, MigrationProgress } from './storage/migrations/advance.ts';
export { migrationStatus } from './storage/migrations/status.ts';
export type { MigrationOptions, MigrationStatus, SchemaState } from './storage/migrations/status.ts';
export type { PlannedMigration } from './storage/migrations/pending.ts';
export type { ChangeWork } from './storage/migrations/change-work.ts';
export { schemaDigest } from './storage/migrations/record.ts';
export type { MigrationMode, MigrationPhase, UnfinishedMigration } from './storage/migrations/record.ts';
export { announceProcess } from './storage/processes/announce-process.ts';
export type { AnnouncedProcess } from './storage/processes/announce-process.ts';
export { liveProcesses } from './storage/processes/process-table.ts';
export type { LiveProcess } from './storage/processes/process-table.ts';
export { readDatabaseState, writeDatabaseState } from './storage/processes/database-state.ts';
export type { MigrationPlan, MigrationStep } from './storage/migrations/plan.ts';
export { SchemaError } from './storage/migrations/schema-error.ts';
export { openDatabase } from './storage/open/open-database.ts';
export { type Scrubbing, scrubDeleted } from './storage/sqlite/scrub-deleted.ts';
export type { OpenOptions } from './storage/open/open-database.ts';
export type { ColumnDefinition, IndexDefinition, TableDefinition } from './storage/table.ts';
export { foldText } from './text/fold-text.ts';
export { normalizeText } from './text/normalize-text.ts';
export { hasTable } from './storage/migrations/has-table.ts';
