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
import type { ByteRange } from '@colophon/core/files';
import { assetFiles, assetFileUrl } from './asset-files.ts';
import { AssetProvenances } from './asset-provenance.ts';
import { fileHolders } from './file-holders.ts';
import { keepFile } from './keep-file.ts';
import { LooseFiles } from './loose-file.ts';
import { type AssetProvenanceAnswer, ProvenanceAnswer } from './picture-provenance.ts';
import { provenanceOf } from './read-provenance.ts';
import { releaseFile } from './release-file.ts';
import { removeRenditions } from './renditions.ts';
import { lockFile } from './store-file.ts';
import { KeepUploadInput, receiveContent, UploadInput } from './upload-input.ts';

/** A type of file, such as `image/png`. */
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

/** What is known of a stored file; nobody's word changes it. */
const OF_THE_FILE = ['fileKey', 'mimeType', 'size', 'sha256', 'url'] as const;

/** By what a removal leaves for its end which other widths of a picture go with it. */
const RENDITIONS = Symbol('renditions');

/** A file that content uses: a picture, a recording, a document. Its bytes are stored here, or stand elsewhere at `url`. */
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
    altText: text({ maxLength: 2000, description: 'What a picture shows, for those who do not see it; empty text for mere decoration.' }),
    mimeType: text({
      maxLength: 255,
      pattern: MIME_TYPE,
      patternHint: 'a type such as image/png',
      description: 'The type of the file, such as image/png; of a stored file what its bytes say.',
    }),
    size: integer({ minimum: 0, description: 'In bytes.' }),
    url: text({
      maxLength: 2000,
      pattern: /^https?:\/\/\S+$/i,
      patternHint: 'an http or https address',
      description: 'Where a file stands that is not stored here: an http or https address.',
    }),
    sha256: text({ pattern: /^[0-9a-f]{64}$/, description: 'The SHA-256 of the bytes, in hex.' }),
    metadata: json({ default: {} }),
    fileKey: text({ maxLength: 100, private: true }),
    fileUrl: computed(text(), ['id', 'fileKey'], ({ id, fileKey }) => (fileKey === null ? null : assetFileUrl(String(id))), {
      description: 'The address of the stored file; null when it is not stored here.',
    }),
  },
  {
    table: 'assets',
    tenant: true,
    // What keeps an upload is run by the routes that receive one, and offered by no surface.
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
      // It waits for the store of files and for whoever reads manifests.
      transaction: false,
      description: 'Where a picture came from, by the C2PA manifest that its file carries: who signed, what was done, whether AI made it.',
    },
  };

  /**
   * What the manifest that the stored file carries says of where the picture came from.
   *
   * @throws NotFoundError when no file is stored here
   * @throws ColophonError 503 `not_installed` when nobody reads manifests here, and the file carries one
   * @throws BusyError when too many wait
   */
  async getProvenance(): Promise<AssetProvenanceAnswer> {
    if (this.fileKey === null) throw new NotFoundError(`The file of asset ${this.id} is not stored here.`);
    const read = await provenanceOf(this.database, this);
    if (!read)
      throw new ColophonError(503, 'not_installed', 'This application reads no manifests of pictures.', {
        hint: 'configureAssetFiles takes manifests: it loads what reads them, such as ProvenanceReader of @colophon/readers.',
      });
    const { status, manifest } = read;
    return {
      assetId: this.id,
      status: status as AssetProvenanceAnswer['status'],
      manifest: manifest ?? null,
      original: assetFileUrl(this.id),
    };
  }

  /** The bytes of the stored file, or a range of them. @throws NotFoundError when there are none here */
  async openFile(range?: ByteRange): Promise<Readable> {
    const bytes = this.fileKey === null ? undefined : await assetFiles().store.get(this.fileKey, range);
    if (!bytes) throw new NotFoundError(`The file of asset ${this.id} is not stored here.`);
    return bytes;
  }

  protected override async beforeSave({ previous, changed }: SaveContext): Promise<void> {
    if ((previous?.['fileKey'] ?? null) === null) return;
    const faults = OF_THE_FILE.filter((name) => changed.includes(name)).map((name) => ({
      pointer: `/${name}`,
      code: 'read_only',
      detail: 'is what the stored file says; upload another file as an asset of its own',
    }));
    if (faults.length > 0) throw ValidationError.of(faults);
  }

  protected override async beforeDelete({ database, kept }: SaveContext): Promise<void> {
    if (this.fileKey === null) return;
    await lockFile(database, this.tenantId, String(this.sha256));
    kept.set(RENDITIONS, await removeRenditions(database, this));
  }

  /** Bytes that nothing else holds go too, once the removal holds. */
  protected override async afterDelete({ database, kept }: SaveContext): Promise<void> {
    if (this.fileKey === null) return;
    await releaseFile(database, this.fileKey);
    await (kept.get(RENDITIONS) as () => Promise<void>)();
  }
}

/** The assets of a database. */
export class Assets extends collection(Asset, { requires: () => [LooseFiles, AssetProvenances, ...fileHolders()] }) {
  static readonly operations: Operations<Assets> = {
    upload: {
      input: UploadInput,
      output: recordOutput(),
      access: 'contributor',
      creates: true,
      // It waits for the store of files; what it writes has a transaction of its own.
      transaction: false,
      description: 'Store a small file given as base64 and make an asset of it; larger ones go to the same address as bytes.',
    },
    keepUpload: { input: KeepUploadInput, output: recordOutput(), access: 'contributor', creates: true, transaction: false },
  };

  /**
   * Stores a file and makes an asset of it.
   *
   * @throws ValidationError when it is empty, FileTypeError when its type is not taken, StorageFullError, UnavailableError
   */
  async upload({ content, ...about }: UploadInput, call = this.call): Promise<Asset> {
    const file = await receiveContent(content);
    return this.keepUpload({ file, ...about }, call);
  }

  /** As `upload`, for a file that was received already. It is gone afterwards, whatever came of it. */
  async keepUpload({ file, ...about }: KeepUploadInput, call = this.call): Promise<Asset> {
    try {
      return await keepFile(new Assets(this.database, call), file, about);
    } finally {
      await file.discard();
    }
  }
}
