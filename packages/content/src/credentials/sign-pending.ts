import type { Database } from '@colophon/core';
import { SigningKeys } from '@colophon/core/signing';
import { accountCredentials, type CredentialSettings } from '../record/account-credentials.ts';
import { CREDENTIAL_KINDS } from './credential.ts';
import { keyAt, timeOfKey } from '../record/time-of-key.ts';
import { recordEarlierPublications, signPublications } from './sign-publications.ts';
import { signVersion, type SignOptions } from './sign-version.ts';

/**
 * Milliseconds to look back from the latest signed version: a version that was created earlier may be committed later,
 * by the duration of a transaction plus the clock difference of two machines.
 */
const LOOK_BACK_MS = 10 * 60_000;
const AT_ONCE = 200;
/** Accounts stored together share a commit on SQLite, and one round trip on PostgreSQL. */
const SIGNED_AT_ONCE = 5;

/**
 * Signs publications and corrections since signing began that are not signed yet. Each process does so every second; nothing
 * is signed in the transaction of a publication, which therefore takes no longer and does not wait for a key.
 *
 * @returns the number of signed accounts
 */
export async function signPending(database: Database): Promise<number> {
  const settings = database.ports.use(accountCredentials);
  if (!settings) return 0;
  const startedAt = await signingStartedAt(database);
  if (startedAt === undefined) return 0;
  const latest = await latestSigned(database);
  const from = latest === undefined ? startedAt : Math.max(startedAt, Math.min(timeOfKey(latest), Date.now()) - LOOK_BACK_MS);
  return (await signFrom(database, keyAt(from), settings)) + (await signPublications(database, startedAt, settings));
}

/**
 * Signs every unsigned account, including those from before signing began and those without a seal: run once, after an upgrade. It vouches for
 * what is stored now, so look at what it is about to sign if others can write to the database.
 *
 * @param onSigned called with the number of signed accounts, as it progresses
 * @returns the number of signed accounts
 * @example
 * await signAllAccounts(database); // 12
 */
export async function signAllAccounts(database: Database, onSigned?: (signed: number) => void): Promise<number> {
  const settings = database.ports.use(accountCredentials);
  if (!settings) return 0;
  const versions = await signFrom(database, '', settings, { late: true, onSigned });
  await recordEarlierPublications(database);
  return versions + (await signPublications(database, 0, settings, { late: true, onSigned: (signed) => onSigned?.(versions + signed) }));
}

/** Returns when signing began: earlier publications are signed by the command only, not automatically. */
export async function signingStartedAt(database: Database): Promise<number | undefined> {
  const [first] = await new SigningKeys(database).list({ orderBy: 'notBefore', limit: 1 });
  return first && Date.parse(first.notBefore);
}

async function signFrom(
  database: Database,
  from: string,
  settings: CredentialSettings,
  { onSigned, ...options }: SignOptions & { readonly onSigned?: ((signed: number) => void) | undefined } = {},
): Promise<number> {
  let signed = 0;
  for (let after = from; ;) {
    const pending = await unsigned(database, after);
    for (let start = 0; start < pending.length; start += SIGNED_AT_ONCE) {
      const part = pending.slice(start, start + SIGNED_AT_ONCE);
      const stored = await Promise.all(part.map((id) => signVersion(database, id, settings, options)));
      signed += stored.filter(Boolean).length;
      after = part.at(-1) ?? after;
    }
    onSigned?.(signed);
    if (pending.length < AT_ONCE) return signed;
  }
}

async function unsigned(database: Database, after: string): Promise<string[]> {
  const query = database.dialect.builder
    .selectFrom('content_versions as version')
    .select('version.id')
    .where('version.id', '>', after)
    .where('version.kind', 'in', [...CREDENTIAL_KINDS])
    .where((each) =>
      each.not(each.exists(each.selectFrom('credentials as signed').select('signed.id').whereRef('signed.versionId', '=', 'version.id'))),
    )
    .orderBy('version.id')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

async function latestSigned(database: Database): Promise<string | undefined> {
  const query = database.dialect.builder.selectFrom('credentials').select((each) => each.fn.max('versionId').as('latest'));
  const latest = (await database.first(query.compile()))?.['latest'];
  return typeof latest === 'string' ? latest : undefined;
}
