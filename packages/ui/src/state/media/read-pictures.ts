import { type ColophonClient, send } from '../client-port.ts';
import { searchWords } from '../list/list-query.ts';
import { readAnswer, readItems } from '../read-answer.ts';
import type { AssetRecord } from '../records.ts';

/** Which files a library shows: all of them, newest first; those without alternative text; those of a piece; those of pieces with a tag. */
export type MediaPlace = 'recent' | 'undescribed' | { readonly contentId: string } | { readonly tag: string };

export interface MediaQuery {
  readonly place: MediaPlace;
  readonly search: string;
  /** Whether files of other kinds are shown too. */
  readonly isAll?: boolean;
  readonly cursor?: string | undefined;
}

/** A part of a library. */
export interface MediaPage {
  readonly items: readonly AssetRecord[];
  /** Null if there is no more. */
  readonly nextCursor: string | null;
}

interface Asking {
  readonly client: ColophonClient;
  readonly signal: AbortSignal;
}

/** Files of one request. */
const PAGE_SIZE = 24;
/** Pieces and files that are looked at for the files of a tag, the newest first. */
const MOST = 100;

/** Reads a part of the library. */
export async function readPictures(client: ColophonClient, asked: MediaQuery, signal: AbortSignal): Promise<MediaPage> {
  const { place, cursor } = asked;
  const asking = { client, signal };
  const search = searchWords(asked.search);
  const ids = typeof place === 'string' ? null : await idsAt(place, asking);
  if (ids?.length === 0) return { items: [], nextCursor: null };
  const { value } = await ask(asking, '/assets', {
    ...(asked.isAll !== true && { 'mimeType[like]': 'image/%' }),
    ...(place === 'undescribed' && { 'mimeType[like]': 'image/%', 'altText[null]': 'true' }),
    ...(ids !== null && { 'id[in]': ids.join(',') }),
    ...(search !== '' && { search }),
    ...(cursor !== undefined && { cursor }),
    orderBy: '-created_at',
    limit: PAGE_SIZE,
    count: 'none',
  });
  const { nextCursor } = readAnswer<{ readonly nextCursor?: string }>(value, {}, { nextCursor: 'text' });
  return {
    items: readItems<AssetRecord>(value).filter(({ id, name }) => id !== undefined && typeof name === 'string'),
    nextCursor: nextCursor ?? null,
  };
}

/** A piece that uses a file. */
export interface MediaUse {
  readonly id: string;
  readonly title: string;
}

/** Reads the pieces that use a file. */
export async function readUses(client: ColophonClient, assetId: string, signal: AbortSignal): Promise<readonly MediaUse[]> {
  const asking = { client, signal };
  const links = readItems<Link>((await ask(asking, '/content-assets', { asset_id: assetId, limit: MOST, count: 'none' })).value);
  const ids = textsOf(links.map(({ content_id: id }) => id));
  if (ids.length === 0) return [];
  const { value } = await ask(asking, '/contents', { 'id[in]': ids.join(','), limit: MOST, count: 'none' });
  return readItems<MediaUse>(value).filter(({ title }) => typeof title === 'string');
}

interface Link {
  readonly content_id?: unknown;
  readonly asset_id?: unknown;
}

async function idsAt(place: Exclude<MediaPlace, string>, asking: Asking): Promise<readonly string[]> {
  const pieces = 'contentId' in place ? [place.contentId] : await piecesWith(place.tag, asking);
  if (pieces.length === 0) return [];
  const { value } = await ask(asking, '/content-assets', { 'content_id[in]': pieces.join(','), limit: MOST, count: 'none' });
  return textsOf(readItems<Link>(value).map(({ asset_id: id }) => id));
}

async function piecesWith(tag: string, asking: Asking): Promise<readonly string[]> {
  const { value } = await ask(asking, '/contents', { tags: tag, orderBy: '-updated_at', limit: MOST, count: 'none' });
  return textsOf(readItems<{ readonly id?: unknown }>(value).map(({ id }) => id));
}

function textsOf(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

function ask({ client, signal }: Asking, path: string, query: Readonly<Record<string, unknown>>) {
  return send(client, 'get', path, { params: { query }, signal });
}
