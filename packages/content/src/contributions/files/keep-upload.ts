import { type Call, ColophonError, type Database, makeCall, SYSTEM } from '@colophon/core';
import { type ReceivedFile, requireAllowedType } from '@colophon/core/files';
import { requireClean } from '../../assets/require-clean.ts';
import { describeFile, holdStoredFile, storeFile } from '../../assets/store-file.ts';
import { signsOfBytes } from '../intake/inspect-file.ts';
import { pictureSize } from './picture-size.ts';
import { ContributionUploads } from './content-contribution-upload.ts';
import { hashTicket, isNetwork, NETWORK, newTicket, ownerOf } from './tickets.ts';

/** The result of an upload: `fileKey` is its ticket, by which a submission names the file. */
export interface UploadTicket {
  readonly fileKey: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly expiresAt: string;
}

const HOUR_MS = 3_600_000;
/**
 * Limits for uploaded bytes that are not yet contributed: per network, per user or token, and for all networks of a tenant. One
 * network cannot use up the limit of the tenant, and anonymous uploads cannot block users who are signed in.
 */
const OF_NETWORK = 60_000_000;
const OF_PERSON = 200_000_000;
const OF_STRANGERS = 200_000_000;

/**
 * Keeps a file for an hour, until its uploader contributes it.
 *
 * @throws FileTypeError for an executable
 * @throws ValidationError, ColophonError as `requireClean`
 * @throws ColophonError 429 `too_many_attempts` if too many bytes are pending
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
  await requireClean(database, file, described);
  const suspect = await signsOfBytes({ path: file.path, mimeType: described.mimeType });
  const dimensions = await pictureSize(database, { path: file.path, mimeType: described.mimeType });
  const stored = await storeFile(database, file, described);
  const ticket = newTicket();
  const expiresAt = new Date(call.now().getTime() + HOUR_MS).toISOString();
  const { name, mimeType, size, sha256 } = described;
  const uploads = new ContributionUploads(database, makeCall({ ...call, caller: SYSTEM }));
  await holdStoredFile(database, stored, tenantId, async (fileKey) => {
    // Checked early to avoid storing the bytes; the binding check is the one under the lock.
    await database.lock(`contribution uploads ${tenantId ?? ''}`);
    await requireRoom(database, { tenantId, owner, size });
    return uploads.add({
      filename: name,
      mimeType,
      size,
      sha256,
      fileKey,
      ...dimensions,
      suspect,
      owner,
      expiresAt,
      tenantId,
      declaredMimeType,
      ticketHash: hashTicket(ticket),
    });
  });
  return { fileKey: ticket, filename: name, mimeType, size, sha256, expiresAt };
}

/** Limits pending uploads, so that anonymous users cannot fill the store. */
async function requireRoom(
  database: Database,
  { tenantId, owner, size }: { tenantId: string | null; owner: string; size: number },
): Promise<void> {
  const { builder } = database.dialect;
  const waiting = builder.selectFrom('content_contribution_uploads').select((each) => each.fn.sum('size').as('bytes'));
  const bytesOf = async (query: typeof waiting): Promise<number> => Number((await database.first(query.compile()))?.['bytes'] ?? 0);
  const isStranger = isNetwork(owner);
  const own = await bytesOf(waiting.where('owner', '=', owner));
  const strangers = waiting.where('owner', 'like', `${NETWORK}%`).where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  const hasRoom = isStranger ? own + size <= OF_NETWORK && (await bytesOf(strangers)) + size <= OF_STRANGERS : own + size <= OF_PERSON;
  if (hasRoom) return;
  throw new ColophonError(429, 'too_many_attempts', 'Too many uploaded bytes are pending.', {
    retryable: true,
    headers: { 'Retry-After': '3600' },
    hint: 'Contribute what you uploaded, or try again in an hour.',
  });
}
