import type { EditionKind, EditionStatement, Shown } from '@colophon/contract';
import type { Database, Row, Statement } from '@colophon/core';
import type { EditionPlace, SignedAddresses } from '../editions/record/content-edition.ts';

/** An edition with its account, as stored. */
export interface StoredAccount extends Omit<EditionStatement, 'shownDigest'> {
  readonly id: string;
  readonly tenantId: string | null;
  readonly revision: number | null;
  readonly versionId: string | null;
  /** The number of that version. */
  readonly version: number | null;
  /** Null for a publication from before there were editions. */
  readonly shownDigest: string | null;
  readonly digest: string;
  readonly shown: Shown | null;
  readonly seal: string | null;
  readonly place: (EditionPlace & { readonly tags?: readonly string[] }) | null;
  readonly kid: string | null;
  readonly payloadVersion: number | null;
  readonly signature: string | null;
  readonly signedAt: number | null;
  readonly signedLate: boolean;
  readonly addresses: SignedAddresses | null;
  readonly jws: string | null;
}

const COLUMNS = [
  'id',
  'contentId',
  'tenantId',
  'number',
  'kind',
  'revision',
  'versionId',
  'shown',
  'textDigest',
  'shownDigest',
  'evidenceDigest',
  'previous',
  'digest',
  'seal',
  'place',
  'publishedAt',
  'kid',
  'payloadVersion',
  'signature',
  'signedAt',
  'signedLate',
  'addresses',
  'jws',
] as const;

type Query = ReturnType<typeof allAccounts>;

function allAccounts({ dialect }: Database) {
  return dialect.builder
    .selectFrom('content_editions as edition')
    .leftJoin('content_versions as stored', 'stored.id', 'edition.versionId')
    .select([...COLUMNS.map((name) => `edition.${name} as ${name}` as const), 'stored.version as version']);
}

/**
 * Reads editions with their accounts.
 *
 * @example await readAccounts(database, (all) => all.where('edition.contentId', '=', id).orderBy('edition.number', 'desc').limit(1));
 */
export async function readAccounts(database: Database, choose: (all: Query) => { compile(): unknown }): Promise<StoredAccount[]> {
  const rows = await database.all(choose(allAccounts(database)).compile() as Statement);
  return rows.map((row) => accountIn(row, database));
}

function accountIn(row: Row, { dialect }: Database): StoredAccount {
  const textOf = (name: string): string | null => (row[name] as string | null | undefined) ?? null;
  const numberOf = (name: string): number | null => (row[name] === null || row[name] === undefined ? null : Number(row[name]));
  return {
    id: String(row['id']),
    contentId: String(row['contentId']),
    tenantId: textOf('tenantId'),
    number: Number(row['number']),
    kind: row['kind'] as EditionKind,
    revision: numberOf('revision'),
    versionId: textOf('versionId'),
    version: numberOf('version'),
    shown: dialect.decode('json', row['shown'] ?? null) as Shown | null,
    textDigest: String(row['textDigest']),
    shownDigest: textOf('shownDigest'),
    evidenceDigest: textOf('evidenceDigest'),
    previous: textOf('previous'),
    digest: String(row['digest']),
    seal: textOf('seal'),
    place: dialect.decode('json', row['place'] ?? null) as StoredAccount['place'],
    publishedAt: String(dialect.decode('datetime', row['publishedAt'])),
    kid: textOf('kid'),
    payloadVersion: numberOf('payloadVersion'),
    signature: textOf('signature'),
    signedAt: numberOf('signedAt'),
    signedLate: dialect.decode('boolean', row['signedLate']) === true,
    addresses: dialect.decode('json', row['addresses'] ?? null) as SignedAddresses | null,
    jws: textOf('jws'),
  };
}
