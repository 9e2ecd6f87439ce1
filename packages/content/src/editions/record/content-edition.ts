import { type Shown, WITHHOLDING_CODES } from '@colophon/contract';
import { collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { besideContents } from '../../record/beside-contents.ts';

/** What an edition is. */
export const EDITION_KINDS = ['publication', 'correction', 'withholding', 'unpublication'] as const;
export type EditionKind = (typeof EDITION_KINDS)[number];

/** Where readers found a piece: what its address is built from. */
export interface EditionPlace {
  readonly type: string;
  readonly context: string;
  readonly slug: string;
}

/**
 * One edition of a piece: what its readers got from then on. Editions of a piece are numbered from 1 and never change; each contains the
 * digest of the one before. Those that a save makes are in the audit log with the save; the others have an entry of their own.
 */
export class ContentEdition extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    number: integer({ required: true, minimum: 1 }),
    kind: text({ required: true, values: EDITION_KINDS }),
    revision: integer({ required: true, minimum: 1, description: 'The revision of the record.' }),
    versionId: reference('content_versions', { onDelete: 'cascade', description: 'The version stored with it, if the type is governed.' }),
    shown: json<Shown>({ required: true, listed: false }),
    references: integer({ default: 0, description: 'The number of references that it shows.' }),
    textDigest: text({ required: true, maxLength: 71 }),
    shownDigest: text({ required: true, maxLength: 71 }),
    evidenceDigest: text({ maxLength: 71, description: 'Of the frozen transparency, or of a correction.' }),
    previous: text({ maxLength: 71, description: 'The digest of the edition before; null for the first.' }),
    digest: text({ required: true, maxLength: 71 }),
    seal: text({ private: true, maxLength: 200, description: 'The mark of the process that made it; without it nothing is signed.' }),
    place: json<EditionPlace>({ required: true }),
    publishedAt: datetime({ required: true }),
    code: text({ values: WITHHOLDING_CODES, description: 'Of a withholding: why.' }),
    note: text({ maxLength: 2000, description: 'Of a withholding: the reason in words; readers do not get it.' }),
  },
  {
    table: 'content_editions',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    appendOnly: true,
    // Nothing lists them by date.
    orderBy: 'id',
    unique: [['contentId', 'number']],
    indexes: [['versionId'], ['digest']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'What readers got of published content, edition by edition.',
  },
) {}

/** The editions of all content. */
export class ContentEditions extends collection(ContentEdition, besideContents) {}
