import { type Call, ColophonError, type Database, makeCall, SYSTEM } from '@colophon/core';
import { type ReceivedFile, requireAllowedType } from '@colophon/core/files';
import { describeFile, holdStoredFile, storeFile } from '../../assets/store-file.ts';
import { signsOfBytes } from '../intake/inspect-file.ts';
import { ContributionUploads } from './content-contribution-upload.ts';
import { hashTicket, newTicket, ownerOf } from './tickets.ts';

/** What an upload answers: `fileKey` is its ticket, which a submission names it by. */
export interface UploadTicket {
  readonly fileKey: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly expiresAt: string;
}

const HOUR_MS = 3_600_000;
/** Bytes that may wait to be contributed: of one sender, and in a tenant. */
const OF_SENDER = 200_000_000;
const OF_TENANT = 200_000_000;

/**
 * Keeps a file for an hour, for whoever sent it to contribute it.
 *
 * @throws FileTypeError for a program @throws ColophonError 429 `too_many_attempts` when too much waits already
 */
export async function keepUpload(
  database: Database,
  call: Call,
  { file, filename, declaredMimeType }: { file: ReceivedFile; filename: string; declaredMimeType: string | null },
): Promise<UploadTicket> {
  const described = await describeFile(file, filename);
  requireAllowedType(described.mimeType, undefined);
  const { tenantId } = call.caller;
  const owner = ownerOf(call);
  await requireRoom(database, { tenantId, owner, size: file.size });
  const suspect = await signsOfBytes({ path: file.path, mimeType: described.mimeType });
  const stored = await storeFile(database, file, described);
  const ticket = newTicket();
  const expiresAt = new Date(call.now().getTime() + HOUR_MS).toISOString();
  const { name, mimeType, size, sha256 } = described;
  const uploads = new ContributionUploads(database, makeCall({ ...call, caller: SYSTEM }));
  await holdStoredFile(database, stored, tenantId, (fileKey) =>
    uploads.add({
      filename: name,
      mimeType,
      size,
      sha256,
      fileKey,
      suspect,
      owner,
      expiresAt,
      tenantId,
      declaredMimeType,
      ticketHash: hashTicket(ticket),
    }),
  );
  return { fileKey: ticket, filename: name, mimeType, size, sha256, expiresAt };
}

/** Bounds what waits, so that strangers do not fill the store. */
async function requireRoom(
  database: Database,
  { tenantId, owner, size }: { tenantId: string | null; owner: string; size: number },
): Promise<void> {
  const waiting = async (column: string, value: string | null): Promise<number> => {
    const query = database.dialect.builder
      .selectFrom('content_contribution_uploads')
      .select((each) => each.fn.sum('size').as('bytes'))
      .where(column, value === null ? 'is' : '=', value);
    return Number((await database.first(query.compile()))?.['bytes'] ?? 0);
  };
  if ((await waiting('owner', owner)) + size <= OF_SENDER && (await waiting('tenantId', tenantId)) + size <= OF_TENANT) return;
  throw new ColophonError(429, 'too_many_attempts', 'Too many bytes wait to be contributed already.', {
    retryable: true,
    headers: { 'Retry-After': '3600' },
    hint: 'Contribute what you uploaded, or try again in an hour.',
  });
}
