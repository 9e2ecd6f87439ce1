import { type Call, ConflictError, eachInTurns, type JsonObject, ValidationError, readAll } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { lockContent } from '../record/lock-content.ts';
import { NestedList } from '../record/nested-list.ts';
import { type Anchor, findAnchor } from './anchor.ts';
import type { CommentInput, CommentsInput } from './comment-inputs.ts';
import { type ContentComment, ContentComments, recordCommentEvent } from './content-comment.ts';

/** Maximum number of replies to one comment. */
const MOST_ANSWERS = 200;
const MOST_OPEN = 1000;
/** Limits for all comments on a piece: a page of them is returned with all replies. */
const MOST_CHARACTERS = 1_000_000;

/** A comment with its replies, and the current position of its passage in the body. */
export interface CommentThread extends JsonObject {
  /** Null if the comment refers to the whole piece, or its passage was deleted. */
  readonly anchor: { readonly start: number; readonly end: number } | null;
  /** Whether it refers to a passage that is no longer in the body. */
  readonly isDetached: boolean;
  readonly replies: readonly JsonObject[];
}

/** Returns the comments on a record, each with its replies: two queries per page. */
export async function listThreads(
  content: ContentRecord,
  { status, limit = 50, offset = 0 }: CommentsInput,
): Promise<NestedList<CommentThread>> {
  const comments = new ContentComments(content.database);
  const where = { contentId: content.id, parentId: null, ...(status === undefined ? {} : { status }) };
  const page = await comments.page({ where, orderBy: 'created_at,id', limit, offset });
  const ids = page.items.map(({ id }) => id);
  const answers = ids.length === 0 ? [] : await repliesTo(comments, ids);
  const byParent = Map.groupBy(answers, ({ parentId }) => parentId);
  const items: CommentThread[] = [];
  await eachInTurns(page.items, (comment) => {
    const anchor: Anchor | null = comment.selector && findAnchor(comment.selector, content.body);
    items.push({
      ...comment.toJSON(),
      anchor: anchor && { ...anchor },
      isDetached: comment.selector !== null && anchor === null,
      replies: (byParent.get(comment.id) ?? []).map((each) => each.toJSON()),
    });
  });
  return new NestedList<CommentThread>({ ...page, items });
}

function repliesTo(comments: ContentComments, ids: readonly string[]): Promise<ContentComment[]> {
  return readAll(comments, { parentId: { in: ids } });
}

/**
 * Adds a comment to a record or to a passage of it, or a reply to a comment.
 *
 * @throws ValidationError if the parent comment belongs to another record, or is a reply itself
 * @throws ConflictError `too_many` beyond 1,000 open comments or 1,000,000 characters on a piece, or 200 replies to a comment
 */
export async function addComment(content: ContentRecord, input: CommentInput, call: Call): Promise<ContentComment> {
  const { database } = content;
  const comments = new ContentComments(database, call);
  const { parentId, selector, body, mentions } = input;
  return database.transaction(async () => {
    await lockContent(database, content.id);
    if (parentId === undefined) await requireRoom(comments, { contentId: content.id, parentId: null, status: 'open' }, MOST_OPEN);
    else {
      await requireThread(comments, content, parentId);
      await requireRoom(comments, { parentId }, MOST_ANSWERS);
    }
    await requireCharacters(content, body.length);
    const { caller } = call;
    const comment = await comments.add({
      contentId: content.id,
      parentId: parentId ?? null,
      authorId: caller.id,
      authorName: caller.name,
      body,
      selector: selector ?? null,
      contentRev: content.rev,
      mentions: [...new Set(mentions ?? [])],
      tenantId: content.tenantId,
    });
    await recordCommentEvent(comment, 'comment.created', call);
    return comment;
  });
}

async function requireCharacters({ database, id }: ContentRecord, more: number): Promise<void> {
  const { builder } = database.dialect;
  const query = builder
    .selectFrom('content_comments')
    .select(({ fn }) => fn.sum(fn('length', ['body'])).as('characters'))
    .where('contentId', '=', id);
  const row = await database.first(query.compile());
  if (Number(row?.['characters'] ?? 0) + more <= MOST_CHARACTERS) return;
  throw new ConflictError(`The comments on a piece hold at most ${MOST_CHARACTERS.toLocaleString('en')} characters; remove some first.`, {
    code: 'too_many',
  });
}

async function requireThread(comments: ContentComments, content: ContentRecord, parentId: string): Promise<void> {
  const parent = await comments.get(parentId);
  if (parent?.contentId !== content.id) throw fault('not_found', `there is no comment ${parentId} on this piece`);
  if (parent.parentId !== null) throw fault('not_a_thread', `is an answer itself; answer ${parent.parentId}`);
}

async function requireRoom(
  comments: ContentComments,
  where: NonNullable<Parameters<ContentComments['list']>[0]>['where'] & object,
  most: number,
): Promise<void> {
  if ((await comments.count({ where })) < most) return;
  throw new ConflictError(`There are ${most} already; deal with some of them first.`, { code: 'too_many' });
}

function fault(code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: '/parentId', code, detail }]);
}
