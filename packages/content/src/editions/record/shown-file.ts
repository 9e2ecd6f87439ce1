import type { EditionCrop, EditionPoint } from '@colophon/contract';
import { collection, json, object, reference, text } from '@colophon/core';
import { besideContents } from '../../record/beside-contents.ts';

/** A picture or file that the current edition of a piece shows: readers may load it, and it cannot be deleted. */
class ShownFile extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    assetId: reference('assets', { required: true, onDelete: 'restrict' }),
    relationship: text({ required: true, maxLength: 100 }),
    crop: json<EditionCrop>({ description: 'The part that the edition shows, in shares of width and height; null for the whole.' }),
    focal: json<EditionPoint>({ description: 'The point that stays visible if it is cut.' }),
  },
  {
    table: 'content_shown_files',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    // It is derived from the current edition.
    audit: false,
    orderBy: 'id',
    unique: [['contentId', 'assetId', 'relationship']],
    indexes: [['assetId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'The pictures and files that current editions show.',
  },
) {}

/** What the current editions of all content show. */
export class ShownFiles extends collection(ShownFile, besideContents) {}
