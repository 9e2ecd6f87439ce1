import { type Collection, type Database, type JsonObject, type StoredObject } from '@colophon/core';
import { ApiTokens, Memberships, Passkeys, RecoveryCodes, Sessions, TotpSecrets, UserIdentities, Users } from '@colophon/identity';

/** What is kept of an account. No password, key, secret or hash of one is among it: these fields are private to the server. */
export interface AccountExport {
  readonly user: JsonObject | null;
  /** Their roles, by tenant. */
  readonly memberships: readonly JsonObject[];
  readonly sessions: readonly JsonObject[];
  /** The tokens that they made; a token belongs to its tenant. */
  readonly tokens: readonly JsonObject[];
  readonly passkeys: readonly JsonObject[];
  readonly identities: readonly JsonObject[];
  /** When a second factor was set up, and which recovery codes were used. */
  readonly secondFactor: readonly JsonObject[];
  readonly recoveryCodes: readonly JsonObject[];
  /** What they did, without the values that were changed: these are of the pieces, and of others. */
  readonly auditEntries: readonly JsonObject[];
}

const AT_ONCE = 1000;
/** Ids in one statement. */
const IDS = 500;

/** All that is kept of an account: who it is, how they sign in, and what they did. */
export async function exportAccount(database: Database, userId: string): Promise<AccountExport> {
  const auditEntries = await entriesOf(database, userId);
  const made = auditEntries.flatMap(({ objectType, action, objectId }) =>
    objectType === 'api_tokens' && action === 'create' && typeof objectId === 'string' ? [objectId] : [],
  );
  const tokens: JsonObject[] = [];
  for (let at = 0; at < made.length; at += IDS)
    tokens.push(...(await all(new ApiTokens(database), { id: { in: made.slice(at, at + IDS) } })));
  return {
    user: (await new Users(database).get(userId))?.toJSON() ?? null,
    memberships: await all(new Memberships(database), { userId }),
    sessions: await all(new Sessions(database), { userId }),
    tokens,
    passkeys: await all(new Passkeys(database), { userId }),
    identities: await all(new UserIdentities(database), { userId }),
    secondFactor: await all(new TotpSecrets(database), { userId }),
    recoveryCodes: await all(new RecoveryCodes(database), { userId }),
    auditEntries,
  };
}

async function all(collection: Collection<StoredObject>, where: object): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for (;;) {
    const some = await collection.list({ where, orderBy: 'created_at,id', limit: AT_ONCE, offset: found.length } as never);
    found.push(...some.map((each) => each.toJSON() as JsonObject));
    if (some.length < AT_ONCE) return found;
  }
}

const COLUMNS = ['id', 'created_at', 'tenantId', 'action', 'operation', 'objectType', 'objectId', 'requestId'] as const;

/** By key, since a person may have done very much. */
async function entriesOf(database: Database, callerId: string): Promise<JsonObject[]> {
  const { builder } = database.dialect;
  const found: JsonObject[] = [];
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
    found.push(...rows.map((row) => ({ ...row, created_at: database.dialect.decode('datetime', row['created_at']) }) as JsonObject));
    if (rows.length < AT_ONCE) return found;
    after = String(rows.at(-1)?.['id']);
  }
}
