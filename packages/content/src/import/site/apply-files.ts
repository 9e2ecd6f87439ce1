import { ColophonError, ConflictError, SYSTEM_CALL } from '@colophon/core';
import { type ReceivedFile, requireAllowedType, safeFileName } from '@colophon/core/files';
import { type Asset, Assets } from '../../assets/asset.ts';
import { assetFilesOf, keepsFiles } from '../../assets/asset-files.ts';
import type { DescribedFile } from '../../assets/described-file.ts';
import { describeFile, holdStoredFile, storeFile } from '../../assets/store-file.ts';
import { receiveContent } from '../../assets/upload-input.ts';
import { keepItem, knownItems, type KnownItem } from '../../imported-items/imported-item.ts';
import type { SiteRun } from './site-run.ts';
import { addressKey } from './file-addresses.ts';
import { type ItemProblem, problemOf } from './import-report.ts';
import { rolledBack } from './rolled-back.ts';
import { ANOTHER_ITEM, importedMetadata, isOfAnotherItem } from './same-item.ts';
import type { SourceFile } from './source-piece.ts';

/** Fetches remote files. An `Outbound` of `@colophon/outbound` conforms to it. */
export interface FileFetcher {
  request(request: { url: string; accept?: readonly string[]; signal?: AbortSignal }): Promise<{ readonly bytes: Uint8Array }>;
}

/** Options for importing files. */
export interface FileWishes {
  /** Fetches the bytes of remote files; without it the assets keep their remote address. */
  readonly fetcher?: FileFetcher | undefined;
  /** The address of each stored file, by its former address; filled here. */
  readonly stored: Map<string, string>;
}

/**
 * Creates assets from files. Files with local or fetched bytes are stored; the others keep their remote
 * address. Assets edited here are not changed.
 */
export async function applyFiles(run: SiteRun, batch: readonly SourceFile[], wishes: FileWishes): Promise<void> {
  const { database } = run.contents;
  const known = await knownItems(
    database,
    run.source,
    'asset',
    batch.map(({ id }) => id),
  );
  for (const file of batch) {
    run.call.signal?.throwIfAborted();
    await applyFile(run, file, known.get(file.id), wishes);
  }
}

async function applyFile(run: SiteRun, file: SourceFile, known: KnownItem | undefined, wishes: FileWishes): Promise<void> {
  const { report } = run;
  const isUnchanged = known?.hash === file.hash;
  if (isUnchanged && known?.recordId === null) return report.skip(about(file), 'removed_here');
  const hasBytes = file.read !== undefined || (wishes.fetcher !== undefined && file.url !== null);
  const wantsBytes = keepsFiles(run.contents.database) && !run.dryRun && hasBytes && !(isUnchanged && known?.isStored === true);
  const received = wantsBytes ? await receive(run, file, wishes) : undefined;
  try {
    if (isUnchanged && !received) report.count(file.sourceType, 'unchanged');
    else if (!received && file.url === null && !(run.dryRun && hasBytes)) report.skip(about(file), 'no_address');
    else report.count(file.sourceType, await write(run, file, known, received));
  } catch (error) {
    if (error instanceof ConflictError && (error.code === 'edited_here' || error.code === ANOTHER_ITEM.code))
      report.conflict({ ...about(file), code: error.code, message: error.message });
    else report.fail(problemOf(error, about(file)));
    return;
  } finally {
    await received?.file.discard();
  }
  const isElsewhere = file.url !== null && !received && known?.isStored !== true && !(run.dryRun && hasBytes);
  if (isElsewhere) report.fileElsewhere();
  remember(file, received ? (await knownItems(run.contents.database, run.source, 'asset', [file.id])).get(file.id) : known, wishes);
}

/** Creates or updates the asset of a file, with its bytes if available. */
async function write(
  run: SiteRun,
  file: SourceFile,
  known: KnownItem | undefined,
  received: Received | undefined,
): Promise<'created' | 'updated'> {
  const { database } = run.contents;
  let outcome: 'created' | 'updated' = 'created';
  if (!received) {
    await rolledBack(run.dryRun, database, async () => {
      outcome = await writeAsset(run, file, known, {});
    });
    return outcome;
  }
  const stored = await storeFile(database, received.file, received.described);
  await holdStoredFile(database, stored, run.source.tenantId, async (fileKey) => {
    const { name, mimeType, size, sha256 } = received.described;
    outcome = await writeAsset(run, file, known, { name, mimeType, size, sha256, fileKey });
  });
  run.report.fetched();
  return outcome;
}

function remember(file: SourceFile, known: KnownItem | undefined, { stored }: FileWishes): void {
  if (known?.isStored && known.recordId !== null && file.url !== null) stored.set(addressKey(file.url), known.recordId);
}

/** Runs in the ambient transaction. @throws ConflictError `edited_here` or `another_item` */
async function writeAsset(
  run: SiteRun,
  file: SourceFile,
  known: KnownItem | undefined,
  bytes: Partial<Pick<Asset, 'name' | 'mimeType' | 'size' | 'sha256' | 'fileKey'>>,
): Promise<'created' | 'updated'> {
  const { contents, source, call } = run;
  const assets = new Assets(contents.database, { ...SYSTEM_CALL, now: call.now });
  const existing = known?.recordId == null ? undefined : await assets.getForUpdate(known.recordId);
  if (existing && isOfAnotherItem(existing.metadata, file.identity))
    throw new ConflictError(ANOTHER_ITEM.message, { code: ANOTHER_ITEM.code });
  if (existing && known && existing.rev !== known.recordRev) {
    throw new ConflictError(`Both the file and its asset ${existing.id} were changed since the last import; nothing was overwritten.`, {
      code: 'edited_here',
    });
  }
  // The bytes of an asset never change: other bytes are another asset.
  const asset =
    existing && existing.fileKey === null ? existing : assets.make({ name: safeFileName(file.name), tenantId: source.tenantId });
  const { altText, description, url } = file;
  Object.assign(asset, { altText, description: description?.slice(0, 5000) ?? null, metadata: metadataOf(run, file) });
  if (bytes.fileKey === undefined) asset.url = url;
  else Object.assign(asset, bytes, { url: null });
  await asset.save();
  await keepItem(contents.database, source, 'asset', { itemId: file.id, hash: file.hash, recordId: asset.id, recordRev: asset.rev }, known);
  return existing ? 'updated' : 'created';
}

/** A file whose bytes are available locally, until it is discarded. */
interface Received {
  readonly file: ReceivedFile;
  readonly described: DescribedFile;
}

/** Receives the bytes of a file; undefined, with a report, if they are unavailable or refused. */
async function receive(run: SiteRun, file: SourceFile, { fetcher }: FileWishes): Promise<Received | undefined> {
  const { signal } = run.call;
  let received: ReceivedFile | undefined;
  try {
    const bytes = file.read ? await file.read() : (await fetcher?.request({ url: file.url ?? '', ...(signal ? { signal } : {}) }))?.bytes;
    received = await receiveContent(run.contents.database, bytes ?? new Uint8Array());
    const described = await describeFile(received, file.name);
    requireAllowedType(described.mimeType, assetFilesOf(run.contents.database).types);
    if (described.mimeType === 'text/html' && !/\.x?html?$/i.test(file.name)) {
      throw new ColophonError(502, 'not_the_file', 'The response is a page instead of the file.');
    }
    return { file: received, described };
  } catch (error) {
    await received?.discard();
    run.report.failFile({ ...about(file), ...reasonOf(error) });
    return undefined;
  }
}

/** Returns the fault if the error concerns one file only; error messages of the fetcher never contain resolved addresses. */
function reasonOf(error: unknown): Pick<ItemProblem, 'code' | 'message'> {
  const { code, message, name } = error as Error & { code?: unknown };
  if (error instanceof ColophonError || name === 'OutboundError') return { code: String(code), message };
  if (typeof code === 'string') return { code: 'unreadable', message: `The file cannot be read (${code}).` };
  throw error;
}

function metadataOf({ source }: SiteRun, { id, url, identity }: SourceFile) {
  return importedMetadata({ import: { system: source.system, site: source.site, id, ...(url === null ? {} : { url }) } }, identity);
}

function about({ id, sourceType, name, line }: SourceFile) {
  return { id, type: sourceType, title: name, line };
}
