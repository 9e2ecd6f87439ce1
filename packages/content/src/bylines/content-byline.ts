import { collection, object, reference, text } from '@colophon/core';
import { besideContents } from '../record/beside-contents.ts';

/**
 * The name of an author of a piece. Versions, editions and what is signed contain its digest alone, so that the name can be erased and every
 * signature stays valid. A piece has one salt for each name: the same name has the same digest in all its editions.
 */
class ContentByline extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    digest: text({ required: true, maxLength: 43, description: 'The SHA-256 of the disclosure, as base64url.' }),
    salt: text({ required: true, maxLength: 22, personal: true }),
    name: text({ required: true, personal: true }),
  },
  {
    table: 'content_bylines',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    // It is derived from the authors of the record, whose changes are in the audit log.
    audit: false,
    orderBy: 'id',
    unique: [['contentId', 'digest']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'The names of authors that versions and editions contain as digests.',
  },
) {}

/** The names of the authors of all content. */
export class ContentBylines extends collection(ContentByline, besideContents) {}
