import { type Call, type Database, SYSTEM_CALL, readAll } from '@colophon/core';
import { isBylineDigest, namesOf } from '../../bylines/disclosure.ts';
import { eraseBylines } from '../../bylines/erase-bylines.ts';
import { knownBylines } from '../../bylines/known-bylines.ts';
import { Contents } from '../../content/contents.ts';
import { type ContentTrashEntry, ContentTrash } from '../../editing/trash/content-trash.ts';
import { hashByline } from './byline.ts';

/** A contribution, as the origin of a piece. */
export interface Promoted {
  readonly id: string;
  readonly promotedContentId: string | null;
  readonly bylineHash: string | null;
}

/** The authors of a piece that are the person, by the id of the piece. */
export type Bylines = ReadonlyMap<string, (author: string) => boolean>;

/** A version, and the names of its authors. */
interface NamingVersion {
  readonly contentId: string;
  readonly version: number;
  readonly authors: readonly string[];
  /** Whether it has the names themselves, as versions from before there were digests: it is never rewritten. */
  readonly hasNames: boolean;
}

/** The places where a person is named as an author. */
export interface NamedIn {
  /** Pieces created from their contributions, with copies and translations. */
  readonly pieces: Bylines;
  /** Such pieces in the trash. */
  readonly removed: readonly ContentTrashEntry[];
  readonly versionsThatNameThem: readonly NamingVersion[];
  /** Pieces with an author of the same name, who may be somebody else. */
  readonly othersOfThatName: string[];
}

/** Maximum number of other pieces that are reported. */
const MOST_OTHERS = 1000;
/** Contributions whose copies are looked up by one query. */
const AT_ONCE = 100;

/**
 * Finds the pieces that name a person, without changing them. A piece keeps the name it was created with, whatever the current
 * name is; it may contain the current name too.
 */
export async function findBylines(
  database: Database,
  { promoted, name, tenantId }: { promoted: readonly Promoted[]; name: string | null; tenantId: string | null },
): Promise<NamedIn> {
  if (promoted.length === 0) return { pieces: new Map(), removed: [], versionsThatNameThem: [], othersOfThatName: [] };
  const isTheirsIn = new Map(
    promoted.map(({ id, bylineHash }) => [id, (author: string) => author === name || hashByline(id, author) === bylineHash] as const),
  );
  const trash = (await readAll(new ContentTrash(database, SYSTEM_CALL), { tenantId })).filter(({ snapshot }) => snapshot !== null);
  const pieces = new Map<string, (author: string) => boolean>();
  for (const { contentId, contributionId } of [...(await madeOf(database, promoted)), ...trash.map(madeOfRemoved)]) {
    const isTheirs = isTheirsIn.get(contributionId);
    if (isTheirs) pieces.set(contentId, isTheirs);
  }
  if (pieces.size === 0) return { pieces, removed: [], versionsThatNameThem: [], othersOfThatName: [] };
  await addTranslations(database, pieces);
  const names = new Set<string>();
  const noted = (id: string, authors: readonly string[]): boolean => {
    const theirs = authors.filter((each) => pieces.get(id)?.(each));
    for (const each of theirs) names.add(each);
    return theirs.length > 0;
  };
  for (const { id, authors } of await standingPieces(database, pieces)) noted(id, authors);
  const versionsThatNameThem = (await versionsOf(database, pieces)).filter(({ contentId, authors }) => noted(contentId, authors));
  const removed = trash.filter((entry) => noted(entry.contentId, authorsOf(entry)));
  const others = [
    ...(await otherPieces(database, { names, pieces, tenantId })),
    ...trash
      .filter((entry) => !pieces.has(entry.contentId) && authorsOf(entry).some((each) => names.has(each)))
      .map(({ contentId }) => contentId),
  ];
  return {
    pieces,
    removed,
    versionsThatNameThem,
    othersOfThatName: others.slice(0, MOST_OTHERS),
  };
}

/**
 * Removes a person from the authors of pieces, each saved like any edit, through its gate; and from pieces in the trash. Versions and what is
 * signed have digests of the name, which is erased: what is signed stays valid, and no longer tells who it was.
 */
export async function removeBylines(database: Database, { pieces, removed }: NamedIn, call: Call): Promise<string[]> {
  const changed: string[] = [];
  for (const [id, isTheirs] of pieces) {
    const piece = await new Contents(database, call).getForUpdate(id);
    if (!piece?.authors.some(isTheirs)) continue;
    piece.authors = piece.authors.filter((each) => !isTheirs(each));
    await piece.save();
    changed.push(id);
  }
  for (const [id, isTheirs] of pieces) await eraseBylines(database, id, isTheirs);
  for (const entry of removed) {
    const { snapshot, contentId } = entry;
    if (!snapshot) continue;
    const authors = authorsOf(entry).filter((each) => !pieces.get(contentId)?.(each));
    entry.snapshot = { ...snapshot, fields: { ...snapshot.fields, authors } };
    await entry.save();
    changed.push(contentId);
  }
  return changed;
}

interface MadeOf {
  readonly contentId: string;
  readonly contributionId: string;
}

/** Returns the pieces created from contributions, and copies of them, which refer to it in their metadata. */
async function madeOf(database: Database, promoted: readonly Promoted[]): Promise<MadeOf[]> {
  const made = promoted.flatMap(({ id, promotedContentId }) =>
    promotedContentId === null ? [] : [{ contentId: promotedContentId, contributionId: id }],
  );
  for (let start = 0; start < promoted.length; start += AT_ONCE) {
    const ids = promoted.slice(start, start + AT_ONCE).map(({ id }) => id);
    const copies = await readAll(new Contents(database), { 'metadata.contribution.contributionId': { in: ids } });
    made.push(...copies.map(({ id, metadata }) => ({ contentId: id, contributionId: contributionOf(metadata) })));
  }
  return made;
}

function madeOfRemoved({ contentId, snapshot }: ContentTrashEntry): MadeOf {
  return { contentId, contributionId: contributionOf(snapshot?.fields.metadata) };
}

/** Returns the contribution that a piece was created from. */
function contributionOf(metadata: unknown): string {
  const { contribution } = (metadata ?? {}) as { contribution?: { contributionId?: unknown } };
  return String(contribution?.contributionId);
}

/** A translation has the authors of its source. */
async function addTranslations(database: Database, pieces: Map<string, (author: string) => boolean>): Promise<void> {
  const query = database.dialect.builder
    .selectFrom('content_translations as own')
    .innerJoin('content_translations as member', 'member.groupId', 'own.groupId')
    .select(['own.contentId as source', 'member.contentId as contentId'])
    .where('own.contentId', 'in', [...pieces.keys()]);
  for (const row of await database.all(query.compile())) {
    const isTheirs = pieces.get(String(row['source']));
    const id = String(row['contentId']);
    if (isTheirs && !pieces.has(id)) pieces.set(id, isTheirs);
  }
}

async function standingPieces(database: Database, pieces: Bylines): Promise<{ id: string; authors: readonly string[] }[]> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('contents')
    .select(['id', 'authors'])
    .where('id', 'in', [...pieces.keys()]);
  return (await database.all(query.compile())).map((row) => ({
    id: String(row['id']),
    authors: textsOf(dialect.decode('list', row['authors'])),
  }));
}

async function versionsOf(database: Database, pieces: Bylines): Promise<NamingVersion[]> {
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select(['contentId', 'version', 'snapshot'])
    .where('contentId', 'in', [...pieces.keys()])
    .orderBy('contentId')
    .orderBy('version');
  const known = await knownBylines(database, [...pieces.keys()]);
  return (await database.all(query.compile())).map((row) => {
    const { fields } = database.dialect.decode('json', row['snapshot']) as { fields?: { authors?: unknown } };
    const contentId = String(row['contentId']);
    const authors = namesOf(fields?.authors, known.get(contentId));
    return { contentId, version: Number(row['version']), authors, hasNames: !textsOrDigests(fields?.authors).some(isBylineDigest) };
  });
}

async function otherPieces(
  database: Database,
  { names, pieces, tenantId }: { names: ReadonlySet<string>; pieces: Bylines; tenantId: string | null },
): Promise<string[]> {
  const found = new Set<string>();
  for (const name of names)
    for (const { id } of await readAll(new Contents(database), { authors: name, tenantId })) if (!pieces.has(id)) found.add(id);
  return [...found];
}

function authorsOf({ snapshot }: ContentTrashEntry): string[] {
  return textsOf(snapshot?.fields.authors);
}

function textsOrDigests(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
