import { z } from 'zod';
import { type JobKind, jobKind } from '../jobs/job-kind.ts';
import type { Operation } from './operation.ts';
import type { OperationTable } from './operation-table.ts';
import { runOperation } from './run-operation.ts';

const DeferredInput = z.strictObject({ input: z.unknown(), key: z.string().optional(), expectedRev: z.int().optional() });

/** Returns the kinds of jobs that run operations in the background: one per background operation, by its id. */
export function operationJobs(table: OperationTable): JobKind[] {
  return table.operations.filter((operation) => operation.background).map(jobOf);
}

function jobOf(operation: Operation): JobKind {
  return jobKind({
    kind: operation.id,
    input: DeferredInput,
    run: async ({ input, key, expectedRev }, { database, call, progress }) => {
      let isTold = false;
      const tell: typeof progress = (...told) => {
        isTold = true;
        progress(...told);
      };
      progress(0, 1);
      // The same steps as in a synchronous call, including access: a caller who has lost the permission is rejected.
      const { value } = await runOperation(operation, { database, call: { ...call, progress: tell }, key, input, expectedRev });
      if (!isTold) progress(1, 1);
      return { result: asResult(value) };
    },
  });
}

/** Converts the result of an operation to what a surface would have sent. */
function asResult(value: unknown): Record<string, unknown> {
  const plain: unknown = value === undefined ? {} : JSON.parse(JSON.stringify(value));
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? { ...plain } : { value: plain };
}
