import type { Readable } from 'node:stream';
import {
  collection,
  ColophonError,
  computed,
  integer,
  json,
  NotFoundError,
  object,
  type Operations,
  type SaveContext,
  text,
  ValidationError,
  recordOutput,
} from '@colophon/core';
import { type ByteRange, verifiedBytes } from '@colophon/core/files';
import { keepApplicationStatement } from './application-statement.ts';
import { AllAssetDimensions } from './asset-dimensions.ts';
import { assetFilesOf, assetFileUrl } from './asset-files.ts';
import { AssetProvenances } from './asset-provenance.ts';
import { DIGITAL_SOURCE_TYPES } from './digital-source-types.ts';
import { markChanged } from '../editions/record/mark-changed.ts';
import { fileHolders } from './file-holders.ts';
import { keepFile } from './keep-file.ts';
import { LooseFiles } from './loose-file.ts';
import { type AssetProvenanceAnswer, ProvenanceAnswer } from './picture-provenance.ts';
import { provenanceOf } from './read-provenance.ts';
import { releaseFile } from './release-file.ts';
import { removeRenditions } from './renditions.ts';
import { requireUnused } from './shown-assets.ts';
import { lockFile } from './store-file.ts';
import { KeepUploadInput, receiveContent, UploadInput } from './upload-input.ts';

/** A type of file, such as `image/png`. */
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

/** The fields of a stored file, which are detected and cannot be changed. */
const OF_THE_FILE = ['fileKey', 'mimeType', 'size', 'sha256', 'url'] as const;

/** The fields that decide which picture readers see. */
const WHAT_IS_SHOWN = ['url', 'mimeType', 'fileKey'] as const;

/** The fields that editions freeze: readers get what they say when the piece is published again. */
const TOLD_OF_IT = [
  ...WHAT_IS_SHOWN,
  'name',
  'description',
  'altText',
  'credit',
  'copyrightNotice',
  'license',
  'digitalSourceType',
  'metadata',
] as const;

/** The key under which a deletion passes the renditions to delete to its last hook. */
const RENDITIONS = Symbol('renditions');

/** A file that content uses: an image, a recording, a document. Its bytes are stored here, or are external at `url`. */
export class Asset extends object(
  {
    name: text({
      required: true,
      maxLength: 255,
      pattern: /^[^/\\\p{Cc}]+$/u,
      patternHint: 'a file name, without slashes',
      search: 'A',
      description: 'The name of the file, without a path.',
    }),
    description: text({ maxLength: 5000, search: 'B' }),
    altText: text({ maxLength: 2000, description: 'A description of an image for those who do not see it; empty for decoration.' }),
    mimeType: text({
      maxLength: 255,
      pattern: MIME_TYPE,
      patternHint: 'a type such as image/png',
      description: 'The type of the file, such as image/png; detected from the bytes of a stored file.',
    }),
    size: integer({ minimum: 0, description: 'In bytes.' }),
    url: text({
      maxLength: 2000,
      pattern: /^https?:\/\/\S+$/i,
      patternHint: 'an http or https address',
      description: 'The http or https URL of an external file.',
    }),
    credit: text({ maxLength: 500, description: 'Who made it, or provides it, as readers are told.' }),
    copyrightNotice: text({ maxLength: 500, description: 'Who owns the rights.' }),
    license: text({
      maxLength: 2000,
      pattern: /^https?:\/\/\S+$/i,
      patternHint: 'an http or https address',
      description: 'The URL of its licence.',
    }),
    usageTerms: text({ maxLength: 2000, description: 'What it may be used for.' }),
    digitalSourceType: text({
      values: DIGITAL_SOURCE_TYPES,
      description: 'How it came into being, in the terms of the IPTC; what its manifest says counts as well.',
    }),
    sha256: text({ pattern: /^[0-9a-f]{64}$/, description: 'The SHA-256 of the bytes, in hex.' }),
    metadata: json({ default: {} }),
    fileKey: text({ maxLength: 100, private: true }),
    fileUrl: computed(text(), ['id', 'fileKey'], ({ id, fileKey }, ports) => (fileKey === null ? null : assetFileUrl(ports, String(id))), {
      description: 'The URL of the stored file; null if it is not stored here.',
    }),
  },
  {
    table: 'assets',
    tenant: true,
    // The method that stores an upload is called by the upload routes, and not exposed by any surface.
    api: { exclude: ['keepUpload'] },
    mcp: { exclude: ['keepUpload'] },
    cli: { include: ['list', 'get', 'create', 'update', 'delete', 'upload', 'getProvenance'] },
    access: { read: 'viewer', create: 'contributor', update: 'editor', delete: 'admin' },
    indexes: [['fileKey'], ['sha256']],
    label: 'Assets',
    description: 'Pictures and other files that content uses.',
  },
) {
  static readonly operations: Operations<Asset> = {
    getProvenance: {
      method: 'GET',
      path: ['provenance'],
      output: ProvenanceAnswer,
      access: 'viewer',
      // It waits for the file storage and the manifest reader.
      transaction: false,
      description: 'The provenance of an image from its C2PA manifest: the signer, the actions, whether AI made it.',
    },
  };

  /**
   * Returns the provenance of the image from the manifest of its stored file.
   *
   * @throws NotFoundError if no file is stored here
   * @throws ColophonError 503 `not_installed` if there is no manifest reader and the file has a manifest
   * @throws BusyError if too many are waiting
   */
  async getProvenance(): Promise<AssetProvenanceAnswer> {
    if (this.fileKey === null) throw new NotFoundError(`The file of asset ${this.id} is not stored here.`);
    const read = await provenanceOf(this.database, this);
    if (!read)
      throw new ColophonError(503, 'not_installed', 'This application does not read image manifests.', {
        hint: 'Pass manifests to the port assetFiles: it loads a reader such as ProvenanceReader of @colophon/readers.',
      });
    const { status, manifest } = read;
    return {
      assetId: this.id,
      status: status as AssetProvenanceAnswer['status'],
      manifest: manifest ?? null,
      original: assetFileUrl(this.database.ports, this.id),
    };
  }

  /**
   * Returns the bytes of the stored file, or a range of them. A whole file is checked as it passes.
   *
   * @throws NotFoundError if there are none
   * @throws DamagedFileError through the stream, before its end, if they are not those that were stored
   */
  async openFile(range?: ByteRange): Promise<Readable> {
    const { fileKey: key, size, sha256 } = this;
    const bytes = key === null ? undefined : await assetFilesOf(this.database).store.get(key, range);
    if (!bytes || key === null) throw new NotFoundError(`The file of asset ${this.id} is not stored here.`);
    return range || size === null || sha256 === null ? bytes : verifiedBytes(bytes, { key, size, sha256 });
  }

  protected override async beforeSave(context: SaveContext): Promise<void> {
    keepApplicationStatement(this, context);
    const { previous, changed, database, call } = context;
    if (previous && WHAT_IS_SHOWN.some((name) => changed.includes(name)))
      await requireUnused(database, this.id, call, { users: 'published thumbnail' });
    if ((previous?.['fileKey'] ?? null) === null) return;
    const faults = OF_THE_FILE.filter((name) => changed.includes(name)).map((name) => ({
      pointer: `/${name}`,
      code: 'read_only',
      detail: 'is detected from the stored file; upload another file as a new asset',
    }));
    if (faults.length > 0) throw ValidationError.of(faults);
  }

  protected override async afterSave({ created, changed, database, call }: SaveContext): Promise<void> {
    if (created || !TOLD_OF_IT.some((name) => changed.includes(name))) return;
    const users = [{ table: 'content_shown_files', record: 'contentId', column: 'assetId', values: [this.id] }] as const;
    await markChanged(database, this.mimeType?.startsWith('image/') === false ? 'file' : 'picture', users, call.now());
  }

  protected override async beforeDelete({ database, kept, call }: SaveContext): Promise<void> {
    await requireUnused(database, this.id, call);
    if (this.fileKey === null) return;
    await lockFile(database, this.tenantId, String(this.sha256));
    kept.set(RENDITIONS, await removeRenditions(database, this));
  }

  /** Bytes that no other record uses are deleted too, once the deletion is committed. */
  protected override async afterDelete({ database, kept }: SaveContext): Promise<void> {
    if (this.fileKey === null) return;
    await releaseFile(database, this.fileKey);
    await (kept.get(RENDITIONS) as () => Promise<void>)();
  }
}

/** The assets of a database. */
export class Assets extends collection(Asset, { requires: () => [LooseFiles, AssetProvenances, AllAssetDimensions, ...fileHolders()] }) {
  static readonly operations: Operations<Assets> = {
    upload: {
      input: UploadInput,
      output: recordOutput(),
      access: 'contributor',
      creates: true,
      // It waits for the file storage; its writes have their own transaction.
      transaction: false,
      description: 'Store a small file given as base64 and create an asset; send larger files to the same URL as bytes.',
    },
    keepUpload: { input: KeepUploadInput, output: recordOutput(), access: 'contributor', creates: true, transaction: false },
  };

  /**
   * Stores a file and creates an asset.
   *
   * @throws ValidationError if it is empty, FileTypeError if its type is not accepted, StorageFullError, UnavailableError
   */
  async upload({ content, ...about }: UploadInput, call = this.call): Promise<Asset> {
    const file = await receiveContent(this.database, content);
    return this.keepUpload({ file, ...about }, call);
  }

  /** Like `upload`, for a file that was already received. The received file is deleted in any case. */
  async keepUpload({ file, ...about }: KeepUploadInput, call = this.call): Promise<Asset> {
    try {
      return await keepFile(new Assets(this.database, call), file, about);
    } finally {
      await file.discard();
    }
  }
}
