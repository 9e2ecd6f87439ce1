import { ColophonError, ValidationError, type Database } from '@colophon/core';
import type { ReceivedFile } from '@colophon/core/files';
import { assetFilesOf } from './asset-files.ts';
import type { DescribedFile } from './described-file.ts';
import type { ScanFinding } from './file-scanner.ts';

/** How long a scanner may take by default, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Has a stranger's file examined, if the application has a scanner.
 *
 * @throws ValidationError `file_infected`
 * @throws ColophonError `scan_unavailable` if the scanner fails or does not answer in time
 */
export async function requireClean(database: Database, { path }: ReceivedFile, described: DescribedFile): Promise<void> {
  const { scan, scanPatience = PATIENCE_MS } = assetFilesOf(database);
  if (!scan) return;
  const signal = AbortSignal.timeout(scanPatience);
  const gaveUp = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
  let finding: ScanFinding | null;
  try {
    finding = await Promise.race([scan({ ...described, path }, signal), gaveUp]);
  } catch (cause) {
    throw new ColophonError(503, 'scan_unavailable', 'Files cannot be examined now, and are not kept unexamined.', {
      retryable: true,
      hint: 'Try again in a few minutes.',
      headers: { 'Retry-After': '60' },
      cause,
    });
  }
  if (finding === null) return;
  const detail = `was found to be harmful (${finding.name.slice(0, 100)})`;
  throw new ValidationError(`The file ${described.name} ${detail}, and was not kept.`, {
    code: 'file_infected',
    errors: [{ pointer: '/attachments', code: 'file_infected', detail }],
    hint: 'Send it without this file.',
  });
}
