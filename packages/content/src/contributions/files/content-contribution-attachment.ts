import { boolean, collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { z } from 'zod';
import { holdingFiles } from '../../assets/file-holders.ts';
import { ownTenantAccess } from '../record/access.ts';
import { FILE_SIGNS, type FileSign } from '../record/intake-package.ts';
import { besideContents } from '../../record/beside-contents.ts';

/** A file of a contribution. It becomes an asset when the contribution is promoted, and not before. */
export class ContentContributionAttachment extends object(
  {
    contributionId: reference('content_contributions', { required: true, onDelete: 'cascade' }),
    revisionId: reference('content_contribution_revisions', { required: true, onDelete: 'cascade' }),
    filename: text({ required: true, maxLength: 255, personal: true }),
    mimeType: text({ required: true, maxLength: 255, description: 'By its bytes.' }),
    declaredMimeType: text({ maxLength: 255, personal: true, description: 'The type declared by the sender.' }),
    size: integer({ required: true, minimum: 0, description: 'In bytes.' }),
    sha256: text({ required: true, maxLength: 64 }),
    fileKey: text({ maxLength: 100, private: true }),
    inline: boolean({ default: false }),
    raw: boolean({
      default: false,
      description: 'The mail as it was received, kept because not all of it could be read. It never becomes an asset.',
    }),
    width: integer({ minimum: 0, description: 'Of a picture, in pixels as shown, from its header.' }),
    height: integer({ minimum: 0, description: 'Of a picture, in pixels as shown, from its header.' }),
    suspect: json<FileSign[]>({
      default: [],
      schema: z.array(z.enum(FILE_SIGNS)) as never,
      description: 'Suspicious properties; such a file becomes an asset only if an editor accepts it.',
    }),
    promotedAssetId: reference('assets', { onDelete: 'set null' }),
    erasedAt: datetime(),
  },
  {
    table: 'content_contribution_attachments',
    tenant: true,
    api: { include: ['list', 'get'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get'] },
    access: ownTenantAccess,
    indexes: [['contributionId'], ['fileKey'], ['sha256']],
    label: 'Content contribution attachments',
    description: 'The files of contributions.',
  },
) {}

/** The files of all contributions. */
export class ContentContributionAttachments extends holdingFiles(collection(ContentContributionAttachment, besideContents)) {}
