import { collection, datetime, integer, json, object, text } from '@colophon/core';
import { z } from 'zod';
import { holdingFiles } from '../../assets/file-holders.ts';
import { FILE_SIGNS, type FileSign } from '../record/intake-package.ts';

/** A file uploaded for a contribution, kept for an hour: usable with the ticket, by the user or network that uploaded it. */
class ContributionUpload extends object(
  {
    ticketHash: text({ required: true, maxLength: 64, private: true }),
    fileKey: text({ required: true, maxLength: 100, private: true }),
    filename: text({ required: true, maxLength: 255, personal: true }),
    mimeType: text({ required: true, maxLength: 255 }),
    declaredMimeType: text({ maxLength: 255, personal: true }),
    size: integer({ required: true, minimum: 0 }),
    width: integer({ minimum: 0 }),
    height: integer({ minimum: 0 }),
    sha256: text({ required: true, maxLength: 64 }),
    suspect: json<FileSign[]>({ default: [], schema: z.array(z.enum(FILE_SIGNS)) as never }),
    owner: text({ required: true, maxLength: 300, personal: true }),
    expiresAt: datetime({ required: true }),
  },
  {
    table: 'content_contribution_uploads',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['ticketHash']],
    indexes: [['fileKey'], ['sha256'], ['expiresAt'], ['owner', 'created_at']],
    description: 'Uploaded files that are not yet part of a contribution.',
  },
) {}

/** The uploaded files that are not yet part of a contribution. */
export class ContributionUploads extends holdingFiles(collection(ContributionUpload)) {}
