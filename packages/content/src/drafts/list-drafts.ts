import type { Database } from '@colophon/core';

/** A draft with unsaved text. */
export interface UnsavedDraft {
  readonly contentId: string;
  readonly title: string;
  readonly tenantId: string | null;
  readonly isPrivate: boolean;
  /** When it was last written in. */
  readonly touchedAt: string;
  /** Bytes of its state and of the updates since. */
  readonly size: number;
  readonly updates: number;
}

/** Returns the drafts with text that is not saved in their record, the longest untouched first. */
export async function listUnsavedDrafts(database: Database): Promise<UnsavedDraft[]> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_drafts as draft')
    .innerJoin('contents as content', 'content.id', 'draft.contentId')
    .select(['draft.contentId as contentId', 'draft.tenantId as tenantId', 'draft.touchedAt as touchedAt', 'draft.isPrivate as isPrivate'])
    .select('content.title as title')
    .select((each) =>
      each
        .selectFrom('content_draft_states as s')
        .select((inner) => inner.fn.sum(inner.fn<number>('length', ['s.bytes'])).as('bytes'))
        .whereRef('s.draftId', '=', 'draft.id')
        .where('s.kind', '=', 'state')
        .as('stateSize'),
    )
    .select((each) =>
      each
        .selectFrom('content_draft_updates as u')
        .select((inner) => inner.fn.countAll().as('count'))
        .whereRef('u.draftId', '=', 'draft.id')
        .as('updates'),
    )
    .select((each) =>
      each
        .selectFrom('content_draft_updates as u')
        .select((inner) => inner.fn.sum(inner.fn<number>('length', ['u.bytes'])).as('bytes'))
        .whereRef('u.draftId', '=', 'draft.id')
        .as('updateSize'),
    )
    .whereRef('draft.sequence', '>', 'draft.savedSequence')
    .orderBy('draft.touchedAt');
  return (await database.all(query.compile())).map((row) => ({
    contentId: String(row['contentId']),
    title: String(row['title']),
    tenantId: (row['tenantId'] as string | null) ?? null,
    isPrivate: dialect.decode('boolean', row['isPrivate']) as boolean,
    touchedAt: String(dialect.decode('datetime', row['touchedAt'])),
    size: Number(row['stateSize']) + Number(row['updateSize'] ?? 0),
    updates: Number(row['updates']),
  }));
}
