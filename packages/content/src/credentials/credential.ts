import { collection, integer, object, reference, text } from '@colophon/core';

/** The kinds of signed versions: a publication or a correction. */
export const CREDENTIAL_KINDS = ['publication', 'correction'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** The signed account of one version: a publication, a correction or a retraction. It never changes. */
class Credential extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    versionId: reference('content_versions', { required: true, onDelete: 'cascade' }),
    version: integer({ required: true, minimum: 1 }),
    kind: text({ values: CREDENTIAL_KINDS, required: true }),
    kid: text({ required: true, maxLength: 100, description: 'The key that signed it.' }),
    jws: text({ required: true, listed: false }),
  },
  {
    table: 'credentials',
    tenant: true,
    appendOnly: true,
    api: false,
    mcp: false,
    cli: false,
    // It is derived from a version, whose creation is in the audit log.
    audit: false,
    unique: [['versionId']],
    indexes: [['contentId', '-version']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Signed accounts of publications, corrections and retractions.',
  },
) {}

/** The signed accounts of all content. */
export class Credentials extends collection(Credential) {}
