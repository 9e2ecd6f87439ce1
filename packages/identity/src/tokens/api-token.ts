import {
  type Call,
  collection,
  datetime,
  object,
  type Operations,
  recordOutput,
  ROLES,
  type SaveContext,
  text,
  where,
} from '@colophon/core';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

/**
 * A bearer token for programs, scoped to a role and a tenant. Only the SHA-256 of the secret is kept, in a private field
 * that no surface, filter or audit entry ever shows.
 *
 * Admins list, read and revoke the tokens of their own tenant over the API. Making one is left to the terminal
 * (`createToken`): an answer that carries a secret would be kept for replay under an idempotency key.
 */
export class ApiToken extends object(
  {
    name: text({ required: true, maxLength: 200, description: 'What it is for.' }),
    role: text({ values: ROLES, required: true, description: 'What its bearer may do.' }),
    hash: text({ required: true, private: true }),
    prefix: text({ required: true, readOnly: true, description: 'The beginning of the token, by which it is known again.' }),
    lastUsedAt: datetime({ readOnly: true, description: 'When it was last used, to the hour.' }),
    expiresAt: datetime({ readOnly: true, description: 'When it stops working; null is never.' }),
    revokedAt: datetime({ readOnly: true, description: 'When it was revoked; it never works again.' }),
  },
  {
    table: 'api_tokens',
    tenant: true,
    api: { include: ['list', 'get', 'revoke'] },
    mcp: false,
    cli: { include: ['list', 'get', 'revoke'] },
    unique: [['hash']],
    access: {
      read: 'admin',
      create: 'nobody',
      update: 'admin',
      delete: 'nobody',
      // A tenant's admin sees that tenant's tokens and no global ones, which other rows' tenancy would let through.
      visible: ({ caller }) => (caller.tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', caller.tenantId)),
    },
    description: 'API tokens: bearer credentials of programs, scoped to a role and a tenant.',
  },
) {
  static readonly operations: Operations<ApiToken> = {
    revoke: { output: recordOutput(), effects: 'destructive', description: 'Ends the token at once; it cannot be brought back.' },
  };

  /** Ends the token. Doing it twice changes nothing. */
  async revoke(_input?: undefined, call: Call = this.call): Promise<this> {
    this.revokedAt ??= call.now().toISOString();
    return this.save();
  }

  protected override async afterSave({ database }: SaveContext): Promise<void> {
    forgetVerdict(database, this.hash);
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    forgetVerdict(database, this.hash);
  }
}

export class ApiTokens extends collection(ApiToken) {}

function forgetVerdict(database: SaveContext['database'], hash: string): void {
  database.afterCommit(() => verdictsOf(database).forget(hash));
}
