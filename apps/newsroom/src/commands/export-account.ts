import { type Collection, type Database, type JsonObject, type Query, readAll, type StoredObject } from '@colophon/core';
import {
  ApiTokens,
  exportSecurityEventsOf,
  Memberships,
  OAuthClients,
  OAuthGrants,
  Passkeys,
  RecoveryCodes,
  Sessions,
  TotpSecrets,
  UserIdentities,
  Users,
} from '@colophon/identity';

/** The stored data of an account, without passwords, keys, secrets and their hashes: these fields are private to the server. */
export interface AccountExport {
  readonly user: JsonObject | null;
  /** Their roles, by tenant. */
  readonly memberships: readonly JsonObject[];
  readonly sessions: readonly JsonObject[];
  /** The tokens that they created; a token belongs to its tenant. */
  readonly tokens: readonly JsonObject[];
  /** The agents that they let act for them, also those that were disconnected. */
  readonly agents: readonly JsonObject[];
  readonly passkeys: readonly JsonObject[];
  readonly identities: readonly JsonObject[];
  /** When a second factor was set up, and which recovery codes were used. */
  readonly secondFactor: readonly JsonObject[];
  readonly recoveryCodes: readonly JsonObject[];
  /** Failed sign-ins, new browsers, and changes of their roles and ways to sign in. */
  readonly securityEvents: readonly JsonObject[];
  /** Their actions, without the changed values, which belong to the pieces and to other people. */
  readonly auditEntries: readonly JsonObject[];
}

const AT_ONCE = 1000;
/** Ids in one statement. */
const IDS = 500;

/** Exports the stored data of an account: the person, their ways to sign in, and their actions. */
export async function exportAccount(database: Database, userId: string): Promise<AccountExport> {
  const auditEntries = await entriesOf(database, userId);
  const created = auditEntries.flatMap(({ objectType, action, objectId }) =>
    objectType === 'api_tokens' && action === 'create' && typeof objectId === 'string' ? [objectId] : [],
  );
  const tokens: JsonObject[] = [];
  for (let at = 0; at < created.length; at += IDS)
    tokens.push(...(await all(new ApiTokens(database), { id: { in: created.slice(at, at + IDS) } })));
  return {
    user: (await new Users(database).get(userId))?.toJSON() ?? null,
    memberships: await all(new Memberships(database), { userId }),
    sessions: await all(new Sessions(database), { userId }),
    tokens,
    agents: await agentsOf(database, userId),
    passkeys: await all(new Passkeys(database), { userId }),
    identities: await all(new UserIdentities(database), { userId }),
    secondFactor: await all(new TotpSecrets(database), { userId }),
    recoveryCodes: await all(new RecoveryCodes(database), { userId }),
    securityEvents: (await exportSecurityEventsOf(database, userId)).map((each) => each.toJSON() as JsonObject),
    auditEntries,
  };
}

async function agentsOf(database: Database, userId: string): Promise<JsonObject[]> {
  const grants = await readAll(new OAuthGrants(database), { userId });
  const clients = await readAll(new OAuthClients(database), { id: { in: [...new Set(grants.map(({ clientId }) => clientId))] } });
  const nameOf = new Map(clients.map(({ id, name, host, clientId }) => [id, { name, host, clientId }]));
  return grants.map((grant) => ({ ...(grant.toJSON() as JsonObject), client: nameOf.get(grant.clientId) ?? null }));
}

async function all(collection: Collection<StoredObject>, where: NonNullable<Query['where']>): Promise<JsonObject[]> {
  return (await readAll(collection, where)).map((each) => each.toJSON() as JsonObject);
}

const COLUMNS = ['id', 'created_at', 'tenantId', 'action', 'operation', 'objectType', 'objectId', 'requestId'] as const;

/** Paged by key, since a person may have very many entries. */
async function entriesOf(database: Database, callerId: string): Promise<JsonObject[]> {
  const { builder } = database.dialect;
  const result: JsonObject[] = [];
  for (let after = ''; ;) {
    const query = builder
      .selectFrom('audit_entries')
      .select([...COLUMNS])
      .where('callerId', '=', callerId)
      .where('callerKind', '=', 'user')
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE);
    const rows = await database.all(query.compile());
    result.push(...rows.map((row) => ({ ...row, created_at: database.dialect.decode('datetime', row['created_at']) }) as JsonObject));
    if (rows.length < AT_ONCE) return result;
    after = String(rows.at(-1)?.['id']);
  }
}
