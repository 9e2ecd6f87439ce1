import type { JobRecord, JobStatus } from '@colophon/contract';
import type { Caller } from '../callers/caller.ts';
import type { Database } from '../storage/database.ts';
import type { Row } from '../storage/statement.ts';

export const JOBS_TABLE = 'jobs';

/** A job with the internal fields that no surface shows. */
export interface StoredJob extends Pick<
  JobRecord,
  'jobId' | 'kind' | 'status' | 'completed' | 'total' | 'message' | 'target' | 'submissionKey'
> {
  readonly input: Readonly<Record<string, unknown>>;
  readonly callerKind: Caller['kind'];
  readonly callerId: string | null;
  /** The grant of the agent that submitted it for the caller; null for anybody else. */
  readonly grantId: string | null;
  /** The approval by a person that the submission used; null if it needed none. */
  readonly approvalId: string | null;
  readonly tenantId: string | null;
  /** How often a worker has started it: a worker's writes are accepted only while this is unchanged. */
  readonly taking: number;
  /** How many workers died while running it. */
  readonly lost: number;
}

/** A change of a job; fields that it does not name are kept. */
export interface JobChange {
  readonly status?: JobStatus;
  readonly completed?: number;
  readonly total?: number | null;
  readonly message?: string | null;
  readonly error?: string;
  readonly errorCode?: string;
  readonly result?: Readonly<Record<string, unknown>> | null;
  readonly taking?: number;
  readonly lost?: number;
}

const COLUMNS = [
  'jobId',
  'kind',
  'status',
  'completed',
  'total',
  'message',
  'target',
  'submissionKey',
  'input',
  'callerKind',
  'callerId',
  'grantId',
  'approvalId',
  'tenantId',
  'taking',
  'lost',
] as const;

/** Returns the job with this id, regardless of the caller. */
export async function readJob(database: Database, jobId: string): Promise<StoredJob | undefined> {
  const query = database.dialect.builder.selectFrom(JOBS_TABLE).select(COLUMNS).where('jobId', '=', jobId);
  const row = await database.first(query.compile());
  return row && decoded(database, row);
}

/** Returns the id of the unfinished job with the same submission key. */
export async function findActive(
  database: Database,
  {
    callerKind,
    callerId,
    tenantId,
    kind,
    submissionKey,
  }: Pick<StoredJob, 'callerKind' | 'callerId' | 'tenantId' | 'kind'> & {
    submissionKey: string;
  },
): Promise<string | undefined> {
  const query = database.dialect.builder
    .selectFrom(JOBS_TABLE)
    .select('jobId')
    .where('submissionKey', '=', submissionKey)
    .where('kind', '=', kind)
    .where('callerKind', '=', callerKind)
    .where('callerId', callerId === null ? 'is' : '=', callerId)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('status', 'in', ['queued', 'running']);
  return asText((await database.first(query.compile()))?.['jobId']);
}

/** Returns the id of the job that retries this one. */
export async function findRetry(database: Database, jobId: string): Promise<string | undefined> {
  const query = database.dialect.builder.selectFrom(JOBS_TABLE).select('jobId').where('retryOf', '=', jobId);
  return asText((await database.first(query.compile()))?.['jobId']);
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function decoded({ dialect }: Database, row: Row): StoredJob {
  const job = { ...row, target: dialect.decode('json', row['target']), input: dialect.decode('json', row['input']) };
  return job as unknown as StoredJob;
}
