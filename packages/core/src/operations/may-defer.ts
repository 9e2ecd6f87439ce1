import { JOBS_PATH } from '@colophon/contract';
import type { Operation } from './operation.ts';
import type { OperationTable } from './operation-table.ts';

/** Returns whether an operation can be answered with a job: it allows that, and the application has jobs. */
export function mayDefer(operation: Operation, table: OperationTable): boolean {
  return operation.background && table.resource(JOBS_PATH) !== undefined;
}
