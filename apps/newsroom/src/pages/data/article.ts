import { type Call, type Database, NotFoundError, UnavailableError } from '@colophon/core';
import type { Shown } from '@colophon/contract';
import {
  type Content,
  Contents,
  currentEdition,
  isVisibleToReaders,
  type PublishedTransparency,
  requireAsPublished,
  shownToReaders,
} from '@colophon/content';
import { addressOfRow, pieceAddress } from '../piece-address.ts';
import type { Reading } from '../reader-call.ts';
import { filesOfTexts, type OwnFiles, type Picture, picturesOf, thumbnailIn } from './pictures.ts';
import { readRelated } from './related.ts';
import type { Summary } from './summaries.ts';
import type { TagLink } from './tags.ts';

/** A correction, as shown to readers. */
export interface Correction {
  readonly id: string;
  readonly type: 'correction' | 'retraction' | 'update' | 'clarification';
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
}

/** A source or citation of a piece. */
export interface Source {
  readonly title: string;
  readonly address: string | null;
  readonly statement: string | null;
}

/** The content of the page of a piece. */
export interface ArticleData {
  readonly id: string;
  readonly type: string;
  readonly address: string;
  readonly title: string;
  readonly description: string | null;
  readonly body: string;
  readonly bodyFormat: 'markdown' | 'html';
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly published: string;
  /** When its text was last changed in public, if after its publication. */
  readonly updated: string | null;
  readonly category: string | null;
  readonly picture: Picture | null;
  /** The stored files that the text shows or links. */
  readonly files: OwnFiles;
  readonly corrections: readonly Correction[];
  readonly tags: readonly TagLink[];
  readonly sources: readonly Source[];
  /** The original address of the piece, at another site. */
  readonly original: string | null;
  readonly source: string | null;
  /** How it was made, as disclosed to readers; null if not disclosed. */
  readonly account: AccountSummary | null;
  readonly jsonLd: Readonly<Record<string, unknown>> | null;
  /** The signature of its account, if signed. */
  readonly signed: Signed | null;
  /** The languages in which it is available, including its own; empty if there is only one. */
  readonly languages: readonly Language[];
  /** Pieces like it; empty if the site shows none. */
  readonly related: readonly Summary[];
}

/** A language in which a piece is available. */
export interface Language {
  readonly language: string;
  readonly title: string;
  readonly address: string;
  /** Its relation to the piece: the original it was translated from, or a translation of it; null for neither. */
  readonly role: 'self' | 'source' | 'translation' | null;
}

/** The signature of an account, in short. */
export interface Signed {
  readonly kid: string;
  /** Of the text, as stated in the account. */
  readonly digest: string;
  /** Whether the account states how the piece was made; otherwise only its text is signed. */
  readonly hasTransparency: boolean;
}

/** A summary of the account of a piece. */
export interface AccountSummary {
  readonly aiAssisted: boolean | null;
  readonly model: string | null;
  readonly responsiblePerson: string | null;
  readonly readBy: string | null;
  /** The pictures of the piece that AI made entirely or partly. */
  readonly picturesByAI: readonly { readonly name: string; readonly model: string | null }[];
}

/** The piece at an address, if readers can see it. */
export async function findPiece(database: Database, call: Call, place: { slug: string; context: string }): Promise<Content | undefined> {
  const piece = await new Contents(database, call).findBySlug(place.slug, place.context);
  return piece && isVisibleToReaders(piece as unknown as Record<string, unknown>, call.now()) ? piece : undefined;
}

/** The data for the page of a piece. */
export async function readArticle(piece: Content, reading: Reading, showsRelated = false): Promise<ArticleData> {
  const { database } = piece;
  const corrections = (await piece.listCorrections()).items.map(({ id, type, summary, note, publishedAt }) => ({
    id,
    type,
    summary,
    note,
    publishedAt,
  }));
  const account = await accountOf(piece);
  const published = piece.publish_date ?? piece.firstPublishedAt ?? piece.created_at;
  const edition = await currentEdition(database, piece.id);
  if (edition) await requireAsPublished(piece, edition);
  const shown = edition ? new Map([[piece.id, edition.shown]]) : await shownToReaders(database, [piece], reading.call.now());
  const own = shown.get(piece.id);
  const [thumbnail] = thumbnailIn(own, piece.thumbnailAssetId);
  const picture = (thumbnail && (await picturesOf(database, [thumbnail])).get(thumbnail)) ?? null;
  return {
    id: piece.id,
    type: piece.type,
    address: pieceAddress(database, piece, reading),
    title: piece.title,
    description: piece.description,
    body: piece.body,
    bodyFormat: piece.bodyFormat as 'markdown' | 'html',
    authors: piece.authors,
    language: piece.language,
    published,
    updated: account === undefined ? null : laterThan(published, lastPublication(account)),
    category: piece.category,
    picture,
    files: (await filesOfTexts(database, [piece], shown)).get(piece.id) ?? {},
    corrections,
    tags: own?.tags ?? [],
    sources: account === undefined ? [] : await sourcesOf(database, reading, account),
    original: piece.url,
    source: piece.source,
    account: summaryOf(piece, account, own),
    jsonLd: account === undefined ? null : await piece.transparencyJsonLd(),
    signed: await signatureOf(piece),
    languages: await languagesOf(piece, reading),
    related: showsRelated ? await readRelated(piece, reading) : [],
  };
}

/** The frozen account of a piece; undefined if its type has none. */
export async function accountOf(piece: Content): Promise<PublishedTransparency | undefined> {
  try {
    return await piece.getPublishedTransparencyAction();
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

async function languagesOf(piece: Content, reading: Reading): Promise<Language[]> {
  const { items } = await piece.listTranslations(reading.call);
  if (items.length < 2) return [];
  const { database } = piece;
  const query = database.dialect.builder
    .selectFrom('content_translations')
    .select(['contentId', 'sourceId'])
    .where(
      'contentId',
      'in',
      items.map(({ contentId }) => contentId),
    );
  const rows = await database.all({ ...query.compile(), repeatable: true });
  const sources = new Map(rows.map((row) => [row['contentId'], row['sourceId'] ?? null]));
  return items.map((each) => ({
    language: each.language,
    title: each.title,
    // A group belongs to one tenant.
    address: pieceAddress(database, { ...each, id: each.contentId, tenantId: piece.tenantId }, reading),
    role: roleOf(each.contentId),
  }));

  function roleOf(id: string): Language['role'] {
    if (id === piece.id) return 'self';
    if (sources.get(piece.id) === id) return 'source';
    return sources.get(id) === piece.id ? 'translation' : null;
  }
}

/** The signature of the account of a piece; null if unsigned. */
async function signatureOf(piece: Content): Promise<Signed | null> {
  try {
    const { credential, kid } = await piece.getCredential();
    const payload = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as {
      readonly credentialSubject?: { readonly textDigest?: unknown; readonly transparency?: unknown };
    };
    const { textDigest: digest, transparency } = payload.credentialSubject ?? {};
    return typeof digest === 'string' ? { kid, digest, hasTransparency: transparency !== undefined } : null;
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof UnavailableError) return null;
    throw error;
  }
}

function summaryOf(piece: Content, account: PublishedTransparency | undefined, shown: Shown | undefined): AccountSummary | null {
  const picturesByAI = shown?.pictures.filter(({ aiAssisted }) => aiAssisted === true) ?? [];
  if (account)
    return {
      aiAssisted: account.generation.aiAssisted,
      model: account.generation.model,
      responsiblePerson: account.responsiblePerson,
      readBy: account.humanReview?.reviewer ?? null,
      picturesByAI,
    };
  return disclosedIn(piece.metadata, picturesByAI);
}

/** What the metadata of a piece without an account disclose; null if nothing. */
export function disclosedIn(metadata: object, picturesByAI: AccountSummary['picturesByAI']): AccountSummary | null {
  const { generation } = metadata as { generation?: { aiAssisted?: unknown; model?: unknown } };
  const aiAssisted = typeof generation?.aiAssisted === 'boolean' ? generation.aiAssisted : null;
  if (aiAssisted === null && picturesByAI.length === 0) return null;
  const model = aiAssisted !== null && typeof generation?.model === 'string' ? generation.model : null;
  return { aiAssisted, model, responsiblePerson: null, readBy: null, picturesByAI };
}

function lastPublication({ versions, publicationVersion }: PublishedTransparency): string {
  const earlier = versions.filter(({ kind }) => kind === 'publication');
  return earlier.length === 0 ? '' : publicationVersion.created_at;
}

/** A change within minutes of the publication counts as part of it. */
function laterThan(published: string, changed: string): string | null {
  return changed !== '' && Date.parse(changed) - Date.parse(published) > 600_000 ? changed : null;
}

/** The sources of a piece: the pieces that it cites, and the origins of its facts. */
async function sourcesOf(database: Database, reading: Reading, account: PublishedTransparency): Promise<Source[]> {
  const addresses = await addressesOf(database, reading, account);
  const cited = account.references.map(({ targetId, title, url }) => ({ title, address: addresses.get(targetId) ?? url, statement: null }));
  const known = account.facts.flatMap(({ statement, sources }) =>
    (Array.isArray(sources) ? (sources as { title?: string; url?: string; note?: string }[]) : []).map((source) => ({
      title: source.title ?? source.url ?? source.note ?? '',
      address: source.url ?? null,
      statement,
    })),
  );
  return [...cited, ...known.filter(({ title }) => title !== '')];
}

/** The addresses of the pieces that an account names, if readers can see them. */
export async function addressesOf(
  database: Database,
  reading: Reading,
  { references }: Pick<PublishedTransparency, 'references'>,
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const { items } = await new Contents(database, reading.call).rows({
    where: { id: { in: references.map(({ targetId }) => targetId) } },
    fields: ['id', 'type', 'slug', 'context', 'tenantId'],
    limit: 1000,
    count: 'none',
  });
  return new Map(items.map((row) => [String(row['id']), addressOfRow(database, row, reading)]));
}

/** Whether a piece at this address was published before and has been withdrawn since. */
export async function wasTakenBack(database: Database, call: Call, { slug, context }: { slug: string; context: string }): Promise<boolean> {
  const { tenantId } = call.caller;
  if (!slug.isWellFormed() || !context.isWellFormed() || slug.includes('\0') || context.includes('\0')) return false;
  const query = database.dialect.builder
    .selectFrom('contents')
    .select('id')
    .where('slug', '=', slug)
    .where('context', '=', context)
    .where('status', 'in', ['archived', 'deleted'])
    .where('firstPublishedAt', 'is not', null)
    .where((each) => each.or([each('publish_date', 'is', null), each('publish_date', '<=', call.now().toISOString())]))
    .where((each) => each.or([each('tenantId', 'is', null), ...(tenantId === null ? [] : [each('tenantId', '=', tenantId)])]))
    .limit(1);
  return (await database.first(query.compile())) !== undefined;
}
