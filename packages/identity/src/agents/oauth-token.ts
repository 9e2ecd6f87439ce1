import { collection, datetime, object, reference, text } from '@colophon/core';
import { OAuthGrant, OAuthGrants } from './oauth-grant.ts';

/** The lifetime of an access token, in milliseconds: 1 hour. */
export const ACCESS_MS = 3_600_000;
/** The lifetime of a refresh token, in milliseconds: 30 days. */
export const REFRESH_MS = 30 * 24 * 3_600_000;
/** For how long the exchange of a refresh token can be repeated with the same result, in milliseconds: the answer may have been lost. */
export const REPEAT_MS = 10_000;

/** A token of an agent, of which only the SHA-256 is stored. All those that follow from one code are a family. */
export class OAuthToken extends object(
  {
    grantId: reference(() => OAuthGrant, { required: true, onDelete: 'cascade' }),
    kind: text({ values: ['access', 'refresh'], required: true }),
    hash: text({ required: true, private: true }),
    family: text({ required: true, private: true }),
    resource: text({ required: true, description: 'The address that it is for, and what is below it.' }),
    expiresAt: datetime({ required: true }),
    replacedAt: datetime({ description: 'When a refresh token was exchanged for the next one.' }),
  },
  {
    table: 'oauth_tokens',
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['hash']],
    indexes: [['grantId'], ['family'], ['expiresAt']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'Tokens of programs that act for people.',
  },
) {}

export class OAuthTokens extends collection(OAuthToken, { requires: () => [OAuthGrants] }) {}
