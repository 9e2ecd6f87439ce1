import { collection, datetime, object, reference, text } from '@colophon/core';
import { OAuthGrant, OAuthGrants } from './oauth-grant.ts';

/** The lifetime of an authorization code, in milliseconds. */
export const CODE_MS = 60_000;

/** An authorization code: a client exchanges it for tokens, once. Only its SHA-256 is stored. */
export class OAuthCode extends object(
  {
    hash: text({ required: true, private: true }),
    grantId: reference(() => OAuthGrant, { required: true, onDelete: 'cascade' }),
    redirectUri: text({ required: true, description: 'Where it was sent.' }),
    challenge: text({ required: true, private: true, description: 'The SHA-256 of the secret that its client keeps (PKCE).' }),
    resource: text({ required: true, description: 'The address that its tokens are for.' }),
    expiresAt: datetime({ required: true }),
    usedAt: datetime(),
  },
  {
    table: 'oauth_codes',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['hash']],
    indexes: [['grantId'], ['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Authorization codes of programs.',
  },
) {}

export class OAuthCodes extends collection(OAuthCode, { requires: () => [OAuthGrants] }) {}
