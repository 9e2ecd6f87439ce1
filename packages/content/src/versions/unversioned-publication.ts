import { collection, datetime, integer, json, object, reference, text } from '@colophon/core';

/** The values of a publication that may change later without a save of the record, or that its address is built from. */
export interface FrozenPlace {
  readonly type: string;
  readonly context: string;
  readonly slug: string;
  /** Renaming a tag changes it in every record, without a new revision. */
  readonly tags: readonly string[];
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
 * One publication of a type that no assignment governs: the revision and the digest of its text. It has no version and no transparency;
 * its account is signed after the commit.
 */
class UnversionedPublication extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    revision: integer({ required: true, minimum: 1, description: 'The revision of the record that was published.' }),
    textDigest: text({ required: true, maxLength: 71 }),
    place: json<FrozenPlace>({ required: true }),
    publishedAt: datetime({ required: true }),
    kid: text({ maxLength: 100, description: 'The key that signed it; null until it is signed.' }),
    signature: text({ maxLength: 200, description: 'The last part of the JWS; the others are built from the values here.' }),
    signedAt: integer({ description: 'In seconds since 1970, as in the payload.' }),
    addresses: json<SignedAddresses>(),
  },
  {
    table: 'content_publications',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    // It is derived from a save, which is in the audit log.
    audit: false,
    // Nothing lists them by date.
    orderBy: 'id',
    unique: [['contentId', 'revision']],
    // For finding those without a signature.
    indexes: [['kid', 'publishedAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Publications of content that no assignment governs, with their signed accounts.',
  },
) {}

/** The publications of content that no assignment governs. */
export class UnversionedPublications extends collection(UnversionedPublication) {}
