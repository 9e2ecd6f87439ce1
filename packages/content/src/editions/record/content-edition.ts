import { EDITION_KINDS, type Shown, WITHHOLDING_CODES } from '@colophon/contract';
import { boolean, collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { besideContents } from '../../record/beside-contents.ts';

/** Where readers found a piece: what its address is built from. */
export interface EditionPlace {
  readonly type: string;
  readonly context: string;
  readonly slug: string;
}

/** The addresses in an account, as configured when it was signed. */
export interface SignedAddresses {
  /** Of the piece for readers, or `urn:uuid:` and its id, because an address must be unique. */
  readonly piece: string;
  /** Of the site in whose name it is signed. */
  readonly site: string;
  /** Of the application, which serves the context. */
  readonly base: string;
}

/**
 * One edition of a piece: what its readers got from then on. Editions of a piece are numbered from 1 and never change; each contains the
 * digest of the one before. Those that a save makes are in the audit log with the save; the others have an entry of their own.
 *
 * Its account is signed after the commit: the signature is added once, and the account is built from it and from what it covers.
 *
 * Publications from before there were editions have numbers below 0, because it is not known what was shown with them; their digest is that
 * of their signed account.
 */
export class ContentEdition extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    number: integer({ required: true, description: 'From 1; below 0 for a publication from before there were editions.' }),
    kind: text({ required: true, values: EDITION_KINDS }),
    revision: integer({ minimum: 1, description: 'The revision of the record.' }),
    versionId: reference('content_versions', { onDelete: 'cascade', description: 'The version stored with it, if the type is governed.' }),
    shown: json<Shown>({ listed: false }),
    references: integer({ default: 0, description: 'The number of references that it shows.' }),
    textDigest: text({ required: true, maxLength: 71 }),
    shownDigest: text({ maxLength: 71 }),
    evidenceDigest: text({ maxLength: 71, description: 'Of the frozen transparency, or of a correction.' }),
    previous: text({ maxLength: 71, description: 'The digest of the edition before; null for the first.' }),
    digest: text({ required: true, maxLength: 71 }),
    seal: text({ private: true, maxLength: 200, description: 'The mark of the process that made it; without it nothing is signed.' }),
    place: json<EditionPlace & { readonly tags?: readonly string[] }>(),
    publishedAt: datetime({ required: true }),
    code: text({ values: WITHHOLDING_CODES, description: 'Of a withholding: why.' }),
    note: text({ maxLength: 2000, description: 'Of a withholding: the reason in words; readers do not get it.' }),
    kid: text({ maxLength: 100, description: 'The key that signed its account; null until it is signed.' }),
    payloadVersion: integer({ minimum: 1, maximum: 3, description: 'The form of the signed payload.' }),
    signature: text({ maxLength: 200, description: 'The last part of the JWS; the others are built from the values here.' }),
    signedAt: integer({ description: 'In seconds since 1970, as in the payload.' }),
    signedLate: boolean({ default: false, description: 'Whether it was signed by a command, without a seal of its time.' }),
    addresses: json<SignedAddresses>({ listed: false }),
    jws: text({ listed: false, description: 'The whole JWS of an account of payload version 1.' }),
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
    // The second one is for finding what waits for its signature.
    indexes: [['versionId'], ['kid', 'seal'], ['digest']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'What readers got of published content, edition by edition, with the signed accounts.',
  },
) {}

/** The editions of all content. */
export class ContentEditions extends collection(ContentEdition, besideContents) {}
