import { newIntent } from '@colophon/client';
import { type ColophonClient, send } from './client-port.ts';
import { readAnswer } from './read-answer.ts';
import type { ContentRecord, Person } from './records.ts';

/** A deleted draft, as returned by `GET /content-trash`. */
export interface TrashEntry {
  readonly id: string;
  /** The id of the draft, which it keeps when restored. */
  readonly contentId: string;
  readonly type: string;
  readonly title: string;
  /** When it was deleted. */
  readonly created_at: string;
  readonly deletedBy?: string | Person | null;
  readonly restoredAt?: string | null;
  /** When it is deleted permanently. */
  readonly expiresAt: string;
}

/** A page of the trash; `next` is the cursor of the following page. */
export interface TrashPage {
  readonly items: readonly TrashEntry[];
  readonly next: string | null;
}

const MEMBERS = { id: 'text', contentId: 'text', title: 'text', created_at: 'text', expiresAt: 'text' } as const;

/** Reads the deleted drafts that were not restored, the latest first. @throws ProblemError */
export async function readTrash(client: ColophonClient, cursor: string | null, signal: AbortSignal): Promise<TrashPage> {
  const query = { orderBy: '-created_at', limit: '50', count: 'none', 'restoredAt[null]': 'true', ...(cursor !== null && { cursor }) };
  const { value } = await send(client, 'get', '/content-trash', { params: { query }, signal });
  const { items, nextCursor } = readAnswer<{ readonly items: readonly unknown[]; readonly nextCursor?: string }>(
    value,
    { items: 'records' },
    { nextCursor: 'text' },
  );
  const entries = items.flatMap((item) => {
    try {
      return [readAnswer<TrashEntry>(item, MEMBERS)];
    } catch {
      return [];
    }
  });
  return { items: entries.filter(({ restoredAt }) => typeof restoredAt !== 'string'), next: nextCursor ?? null };
}

/** A restored draft. */
export interface RestoredDraft {
  readonly content: Pick<ContentRecord, 'id' | 'title'>;
  /** The data that was deleted with it and is not restored. */
  readonly notRestored: readonly string[];
}

/** Restores a draft. @throws ProblemError `already_restored` */
export async function restoreFromTrash(client: ColophonClient, id: string): Promise<RestoredDraft> {
  const { value } = await send(client, 'post', '/content-trash/{id}/restore', { params: { path: { id } }, intent: newIntent() });
  const { content, notRestored = [] } = readAnswer<Partial<RestoredDraft> & { readonly content: unknown }>(
    value,
    { content: 'object' },
    { notRestored: 'texts' },
  );
  return { content: readAnswer(content, { id: 'text', title: 'text' }), notRestored };
}

/** Deletes a draft permanently. @throws ProblemError */
export async function eraseFromTrash(client: ColophonClient, id: string): Promise<void> {
  await send(client, 'post', '/content-trash/{id}/purge', { params: { path: { id } }, intent: newIntent() });
}

const DAY = 86_400_000;

/** The remaining days until permanent deletion, rounded up; null for less than one. */
export function daysLeft(expiresAt: string, now: number): number | null {
  const left = (Date.parse(expiresAt) - now) / DAY;
  return left >= 1 ? Math.ceil(left) : null;
}
