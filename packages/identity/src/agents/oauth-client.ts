import { collection, datetime, list, object, type SaveContext, text } from '@colophon/core';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

/** How a client became known: by its metadata document, by registering itself, or because the operator named it. */
export const CLIENT_KINDS = ['document', 'registered', 'pinned'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** What a client calls itself is untrusted: longer names are cut. */
export const LONGEST_CLIENT_NAME = 60;

/** A program that people may let act for them. It has no secret: a person's consent, PKCE and its redirect addresses are what protects them. */
export class OAuthClient extends object(
  {
    clientId: text({ required: true, maxLength: 2000, description: 'The URL of its metadata document, or `c_` and random characters.' }),
    kind: text({ values: CLIENT_KINDS, required: true }),
    name: text({ required: true, description: 'What it calls itself.' }),
    host: text({ description: 'The host that vouches for it; null if it registered itself.' }),
    redirectUris: list(text(), { required: true }),
    grantTypes: list(text(), { required: true }),
    logo: text({ description: 'The address of its logo, which is never loaded.' }),
    fetchedAt: datetime({ description: 'When its metadata document was fetched.' }),
    staleAt: datetime({ description: 'When its metadata document has to be fetched again.' }),
    etag: text({ private: true }),
    blockedAt: datetime({ description: 'When the operator blocked it; null if it may be used.' }),
  },
  {
    table: 'oauth_clients',
    api: false,
    mcp: false,
    cli: false,
    unique: [['clientId']],
    indexes: [['kind', 'created_at']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Programs that people may let act for them.',
  },
) {
  protected override async afterSave({ database, created }: SaveContext): Promise<void> {
    if (!created) database.afterCommit(() => verdictsOf(database).forget());
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }
}

export class OAuthClients extends collection(OAuthClient) {}
