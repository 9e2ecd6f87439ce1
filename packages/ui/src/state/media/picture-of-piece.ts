import type { PartShares, PointShares } from '@colophon/base';
import { type ColophonClient, send } from '../client-port.ts';
import { readContent, readItems } from '../read-answer.ts';
import type { AssetRecord } from '../records.ts';
import { setWaiting } from './waiting-pictures.ts';

/** A picture as a piece uses it: an entry of `GET /contents/{id}/assets`. */
export interface UsedPicture extends AssetRecord {
  readonly relationship: string;
  readonly caption: string | null;
  readonly crop: PartShares | null;
  readonly focal: PointShares | null;
  /** In pixels, upright; null if it was not measured. */
  readonly width: number | null;
  readonly height: number | null;
}

/** What is told and shown of a picture in one piece. */
export type ShownOfPicture = Pick<UsedPicture, 'caption' | 'crop' | 'focal'>;

/** What is told of a picture wherever it is used. */
export interface ToldOfPicture {
  readonly altText: string | null;
  readonly credit: string | null;
}

interface Place {
  readonly contentId: string;
  readonly assetId: string;
}

/** Reads how a piece uses a picture; undefined if the server does not know of it yet. */
export async function readUsedPicture(
  client: ColophonClient,
  { contentId, assetId }: Place,
  signal?: AbortSignal,
): Promise<UsedPicture | undefined> {
  const { value } = await send(client, 'get', '/contents/{id}/assets', { params: { path: { id: contentId } }, signal });
  return readItems<UsedPicture>(value).find(({ id }) => id === assetId);
}

/**
 * Saves what is told and shown of a picture: in the piece, and if that changed, of the picture itself. A picture that the server does not
 * know to be of the piece is attached.
 *
 * @throws ProblemError if the server rejects it; what was saved before stays saved
 */
export async function savePicture(
  client: ColophonClient,
  { contentId, assetId }: Place,
  { shown, told }: { readonly shown: ShownOfPicture; readonly told: ToldOfPicture | null },
): Promise<void> {
  if (told !== null) await send(client, 'patch', '/assets/{id}', { params: { path: { id: assetId } }, body: told });
  const isKnown = (await readUsedPicture(client, { contentId, assetId })) !== undefined;
  if (isKnown)
    await send(client, 'patch', '/contents/{id}/assets/{assetId}', { params: { path: { id: contentId, assetId } }, body: shown });
  else {
    const body = { assetId, relationship: 'inline', ...shown };
    await send(client, 'post', '/contents/{id}/assets', { params: { path: { id: contentId } }, body });
  }
  // The change is saved; what readers do not get yet is told when the piece is read the next time.
  await learnWaiting(client, contentId).catch(() => undefined);
}

async function learnWaiting(client: ColophonClient, contentId: string): Promise<void> {
  const piece = readContent((await send(client, 'get', '/contents/{id}', { params: { path: { id: contentId } } })).value);
  setWaiting(client, contentId, piece.changedSincePublication ?? []);
}
