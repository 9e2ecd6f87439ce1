import type { Database } from '../../storage/database.ts';
import { JOBS_TABLE } from '../stored-job.ts';

/** Returns which of these jobs have ended, whoever ended them. */
export async function findOver(database: Database, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return [];
  const query = database.dialect.builder
    .selectFrom(JOBS_TABLE)
    .select('jobId')
    .where('jobId', 'in', jobIds)
    .where('finishedAt', 'is not', null);
  return (await database.all(query.compile())).map((row) => String(row['jobId']));
}
