import {
  type Call,
  collection,
  datetime,
  hasRole,
  object,
  type Operations,
  recordOutput,
  type Role,
  ROLES,
  type SaveContext,
  text,
  toTimestamp,
  ValidationError,
  where,
} from '@colophon/core';
import { z } from 'zod';
import { recordChange } from '../security/record-event.ts';
import { mintToken } from './token-format.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

/**
 * A bearer token for programs, scoped to a role and a tenant. Only the SHA-256 of the secret is stored, in a private field that no surface,
 * filter or audit entry ever shows.
 *
 * Admins list, create, read and revoke the tokens of their own tenant over the API. The response to creating one contains its secret, once,
 * and is not kept for replay. A token cannot create tokens: a leaked one must not outlive its revocation.
 */
export class ApiToken extends object(
  {
    name: text({ required: true, maxLength: 200, description: 'The purpose of the token.' }),
    role: text({ values: ROLES, required: true, description: 'The role of its bearer.' }),
    hash: text({ required: true, private: true }),
    prefix: text({ required: true, readOnly: true, description: 'The first characters of the token, to recognize it.' }),
    lastUsedAt: datetime({ readOnly: true, description: 'When it was last used, to the hour.' }),
    expiresAt: datetime({ readOnly: true, description: 'When it expires; null means never.' }),
    revokedAt: datetime({ readOnly: true, description: 'When it was revoked.' }),
  },
  {
    table: 'api_tokens',
    kept: 'secret',
    tenant: true,
    api: { include: ['list', 'get', 'issue', 'revoke'] },
    mcp: false,
    cli: { include: ['list', 'get', 'issue', 'revoke'] },
    unique: [['hash']],
    access: {
      read: 'admin',
      create: 'nobody',
      update: 'admin',
      delete: 'nobody',
      // A tenant's admin sees that tenant's tokens and no global ones, which the default tenancy rule would allow.
      visible: ({ caller }) => (caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId)),
    },
    description: 'API tokens: bearer credentials of programs, scoped to a role and a tenant.',
  },
) {
  static readonly operations: Operations<ApiToken> = {
    revoke: { output: recordOutput(), effects: 'destructive', description: 'Revokes the token immediately and irreversibly.' },
  };

  /** Revokes the token. Idempotent. */
  async revoke(_input?: undefined, call: Call = this.call): Promise<this> {
    this.revokedAt ??= call.now().toISOString();
    return this.save();
  }

  protected override async afterSave({ database, call, created }: SaveContext): Promise<void> {
    forgetVerdict(database, this.hash);
    if (!created) return;
    const userId = call.caller.kind === 'user' ? call.caller.id : null;
    const data = { tokenId: this.id, role: this.role };
    const subject = userId === null ? { subject: `token:${this.id}` } : {};
    await recordChange(database, call, { kind: 'token.created', userId, tenantId: this.tenantId, data, ...subject });
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    forgetVerdict(database, this.hash);
  }
}

/** The input of a new token. */
export interface NewTokenValues {
  readonly role: Role;
  readonly tenantId: string | null;
  readonly name: string;
  /** ISO 8601; null never expires. */
  readonly expiresAt: string | null;
}

type TokenRequest = z.infer<typeof TokenRequest>;
const TokenRequest = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('The purpose of the token.'),
  role: z.enum(ROLES).describe('The role of its bearer.'),
  expiresAt: z.string().nullish().describe('When it stops working, in the future; null or absent is never.'),
});

const ISSUED = z.object({
  id: z.string(),
  token: z.string().describe('The token itself, which is shown only once.'),
  name: z.string(),
  role: z.enum(ROLES),
  prefix: z.string(),
  expiresAt: z.iso.datetime().nullable(),
});
type IssuedToken = z.infer<typeof ISSUED>;

/** The API tokens: `/tokens`. */
export class ApiTokens extends collection(ApiToken, { name: 'tokens' }) {
  static readonly operations: Operations<ApiTokens> = {
    issue: {
      input: TokenRequest,
      output: ISSUED,
      path: [],
      access: (caller) => hasRole(caller, 'admin') && caller.kind !== 'token' && !caller.agent,
      refusal: 'Only signed-in admins can: a token or an agent cannot create tokens.',
      creates: true,
      replay: false,
      description:
        'Creates a token and returns it, which is the only time that it is shown. Only for people: a token cannot create tokens.',
    },
  };

  /** Creates a token in the caller's tenant. @throws ValidationError for an expiry that is invalid or past */
  async issue({ name, role, expiresAt }: TokenRequest, call: Call = this.call): Promise<IssuedToken> {
    const { record, token } = await this.mint({ name, role, tenantId: call.caller.tenantId, expiresAt: futureOf(expiresAt, call.now()) });
    return { id: record.id, token, name: record.name, role, prefix: record.prefix, expiresAt: record.expiresAt };
  }

  /** Creates a token and stores everything except its secret. */
  async mint(values: NewTokenValues): Promise<{ record: ApiToken; token: string }> {
    const { token, hash, prefix } = mintToken('api');
    return { record: await this.add({ ...values, hash, prefix }), token };
  }
}

/** @throws ValidationError */
export function expiryOf(expiresAt: string | null | undefined): string | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  const expiry = toTimestamp(expiresAt);
  if (expiry === undefined) {
    throw ValidationError.of([{ pointer: '/expiresAt', code: 'not_a_time', detail: 'must be a time such as 2027-01-31T12:00:00Z' }]);
  }
  return expiry;
}

function futureOf(expiresAt: string | null | undefined, now: Date): string | null {
  const expiry = expiryOf(expiresAt);
  if (expiry === null || expiry > now.toISOString()) return expiry;
  throw ValidationError.of([{ pointer: '/expiresAt', code: 'over', detail: 'must be in the future' }]);
}

function forgetVerdict(database: SaveContext['database'], hash: string): void {
  database.afterCommit(() => verdictsOf(database).forget(hash));
}
