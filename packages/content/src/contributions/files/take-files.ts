import { type Call, type Database, ValidationError, where } from '@colophon/core';
import { type ReceivedFile, receiveFile } from '@colophon/core/files';
import { assetFilesOf, keepsFiles, receiveOptions } from '../../assets/asset-files.ts';
import { requireClean } from '../../assets/require-clean.ts';
import { isHeld } from '../../assets/file-holders.ts';
import { forgetLooseFile, LooseFiles, removeLooseFile } from '../../assets/loose-file.ts';
import { lockFileKey } from '../../assets/release-file.ts';
import { describeFile, storeFile } from '../../assets/store-file.ts';
import type { GivenAttachment } from '../intake/inputs.ts';
import { signsOfBytes, signsOfName } from '../intake/inspect-file.ts';
import type { FileSign } from '../record/intake-package.ts';
import { ContributionUploads } from './content-contribution-upload.ts';
import { declaredType } from '../intake/declared-type.ts';
import type { TakenFile } from './taken-file.ts';
import { pictureSize } from './picture-size.ts';
import { hashTicket, ownerOf } from './tickets.ts';

/** A file that was received with a form or a mail, stored on the local disk. */
export interface ReceivedAttachment {
  readonly file: ReceivedFile;
  readonly filename: string;
  readonly declaredMimeType: string | null;
  readonly inline?: boolean;
  /** It is the mail as it was received. */
  readonly raw?: boolean;
}

/**
 * Stores files that were received with a form or a mail; a sweep removes them unless a contribution refers to them. All are examined first.
 *
 * @throws ValidationError, ColophonError as `requireClean`
 */
export async function storeReceived(database: Database, received: readonly ReceivedAttachment[]): Promise<TakenFile[]> {
  const taken: TakenFile[] = [];
  const examined = [];
  for (const each of received) {
    const described = await describeFile(each.file, each.filename);
    await requireClean(database, each.file, described);
    examined.push({ ...each, described });
  }
  for (const { file, filename, described, inline = false, raw = false, ...said } of examined) {
    const declaredMimeType = declaredType(said.declaredMimeType);
    const onDisk = { path: file.path, mimeType: described.mimeType };
    // A mail may contain anything; it is only ever downloaded.
    const signs = raw ? [] : allSigns(await signsOfBytes(onDisk), { filename, declaredMimeType, mimeType: described.mimeType });
    const dimensions = await pictureSize(database, onDisk);
    const stored = await storeFile(database, file, described);
    const { fileKey } = stored;
    taken.push({
      ...stored,
      ...dimensions,
      declaredMimeType,
      signs,
      inline,
      raw,
      claim: () => forgetLooseFile(database, fileKey),
      drop: async () => void (await removeLooseFile(database, fileKey)),
    });
  }
  return taken;
}

/** Returns the files that a submission names: by upload tickets or, for the application itself, by keys of stored files. */
export async function takeNamed(database: Database, call: Call, given: readonly GivenAttachment[]): Promise<TakenFile[]> {
  const taken: TakenFile[] = [];
  for (const [index, each] of given.entries()) {
    const pointer = `/attachments/${index}/fileKey`;
    taken.push(call.caller.kind === 'system' ? await takeStored(database, each, pointer) : await takeUpload(database, call, each, pointer));
  }
  return taken;
}

/** Returns the upload behind a ticket: only for its uploader, once, within the hour. */
async function takeUpload(database: Database, call: Call, given: GivenAttachment, pointer: string): Promise<TakenFile> {
  const { tenantId } = call.caller;
  const found = await new ContributionUploads(database).findMatching({
    kind: 'all',
    filters: [
      where('ticketHash', 'eq', hashTicket(given.fileKey)),
      where('owner', 'eq', ownerOf(call)),
      tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', tenantId),
    ],
  });
  if (!found || found.expiresAt <= call.now().toISOString()) throw noSuchFile(pointer);
  const { fileKey, mimeType, size, sha256, width, height, suspect } = found;
  const filename = given.filename;
  const declaredMimeType = declaredType(given.mimeType) ?? found.declaredMimeType;
  return {
    name: found.filename,
    mimeType,
    size,
    sha256,
    fileKey,
    declaredMimeType,
    inline: false,
    width,
    height,
    // Checked under the stored name too, which may differ from the uploaded one.
    signs: allSigns([...suspect, ...signsOfName({ filename: found.filename, declaredMimeType, mimeType })], {
      filename,
      declaredMimeType,
      mimeType,
    }),
    async claim() {
      // Concurrent releases of identical bytes must see that the upload, or the record created from it, still refers to them.
      await lockFileKey(database, fileKey);
      const query = database.dialect.builder.deleteFrom('content_contribution_uploads').where('id', '=', found.id);
      if ((await database.run(query.compile())) === 0) throw noSuchFile(pointer);
    },
    drop: async () => undefined,
  };
}

/** Describes a stored file again: if another record refers to it, both do afterwards. */
async function takeStored(database: Database, given: GivenAttachment, pointer: string): Promise<TakenFile> {
  const { fileKey } = given;
  const file = await readStored(database, fileKey);
  if (!file) throw noSuchFile(pointer);
  try {
    const described = await describeFile(file, given.filename);
    const { mimeType } = described;
    const declaredMimeType = declaredType(given.mimeType);
    const signs = allSigns(await signsOfBytes({ path: file.path, mimeType }), { filename: given.filename, declaredMimeType, mimeType });
    return {
      ...described,
      fileKey,
      ...(await pictureSize(database, { path: file.path, mimeType })),
      declaredMimeType,
      signs,
      inline: false,
      async claim() {
        await lockFileKey(database, fileKey);
        // Files that are being stored or removed cannot be named.
        if (!(await isHeld(database, fileKey)) && (await new LooseFiles(database).get(fileKey))) throw noSuchFile(pointer);
      },
      drop: async () => undefined,
    };
  } finally {
    await file.discard();
  }
}

async function readStored(database: Database, fileKey: string): Promise<ReceivedFile | undefined> {
  if (!keepsFiles(database) || !FILE_KEY.test(fileKey)) return undefined;
  const files = assetFilesOf(database);
  const bytes = await files.store.get(fileKey);
  return bytes && receiveFile(bytes, receiveOptions(files));
}

/** The format of `newFileKey`; anything else could refer to an arbitrary path. */
const FILE_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function allSigns(ofBytes: readonly FileSign[], named: Parameters<typeof signsOfName>[0]): FileSign[] {
  return [...new Set([...ofBytes, ...signsOfName(named)])].toSorted();
}

function noSuchFile(pointer: string): ValidationError {
  return new ValidationError('There is no such file.', {
    code: 'no_such_file',
    errors: [{ pointer, code: 'no_such_file', detail: 'names no file that is yours to contribute' }],
    hint: 'Upload it again: a ticket holds for an hour, once, and where it was given out.',
  });
}
