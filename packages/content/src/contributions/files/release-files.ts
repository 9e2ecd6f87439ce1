import { ConflictError, type Database } from '@colophon/core';
import { releaseFile } from '../../assets/release-file.ts';
import { lockFile } from '../../assets/store-file.ts';
import type { ContributionStatus } from '../record/enumerations.ts';

interface Contribution {
  readonly id: string;
  readonly tenantId: string | null;
  readonly status: ContributionStatus;
}

/**
 * Prepares to release the files of a contribution that is about to be deleted.
 *
 * @returns a function that releases them, to be called after their rows are deleted
 * @throws ConflictError `in_use` for a promoted contribution
 */
export async function releaseContributionFiles(contribution: Contribution, database: Database): Promise<() => Promise<void>> {
  if (contribution.status === 'promoted') {
    throw new ConflictError('What was promoted answers for its content, and is kept.', {
      code: 'in_use',
      hint: 'Erase its contributor to take their data from it.',
    });
  }
  const files = await lockFilesOf(database, contribution);
  return async () => {
    for (const { fileKey } of files) await releaseFile(database, fileKey);
  };
}

/** Locks the files of a contribution until the ambient transaction ends. */
export async function lockFilesOf(database: Database, { id, tenantId }: Omit<Contribution, 'status'>): Promise<{ fileKey: string }[]> {
  const query = database.dialect.builder
    .selectFrom('content_contribution_attachments')
    .select(['fileKey', 'sha256'])
    .where('contributionId', '=', id)
    .where('fileKey', 'is not', null)
    .orderBy('sha256');
  const files = new Map<string, string>();
  for (const row of await database.all(query.compile())) files.set(String(row['fileKey']), String(row['sha256']));
  for (const sha256 of new Set(files.values())) await lockFile(database, tenantId, sha256);
  return [...files.keys()].toSorted().map((fileKey) => ({ fileKey }));
}
