import {
  type Call,
  type Caller,
  collection,
  ConflictError,
  datetime,
  ForbiddenError,
  hasRole,
  integer,
  json,
  list,
  object,
  type Operations,
  recordOutput,
  reference,
  type SaveContext,
  text,
  ValidationError,
} from '@colophon/core';
import { recordEvent } from '../events/record-event.ts';
import { recordAccess } from '../record/staff-access.ts';
import type { Selector } from './anchor.ts';
import { besideContents } from '../record/beside-contents.ts';

type Values = Readonly<Record<string, unknown>> | undefined;

export const COMMENT_STATUSES = ['open', 'resolved'] as const;

/** How long the author can edit a comment. */
const EDITABLE_MS = 15 * 60_000;

const isAuthor = (caller: Caller, record: Values): boolean => caller.id !== null && record?.['authorId'] === caller.id;
const mayReword = (caller: Caller, record: Values): boolean =>
  hasRole(caller, 'contributor') && (record === undefined || isAuthor(caller, record));
const mayRemove = (caller: Caller, record: Values): boolean => hasRole(caller, 'admin') || mayReword(caller, record);
const mayResolve = (caller: Caller, record: Values): boolean => hasRole(caller, 'editor') || mayReword(caller, record);

/** A staff comment on a piece, or on a passage of it. Readers never see it. */
export class ContentComment extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade', readOnly: true }),
    parentId: reference('content_comments', { onDelete: 'cascade', readOnly: true, description: 'The comment that it replies to.' }),
    authorId: text({ maxLength: 200, readOnly: true }),
    authorName: text({ maxLength: 200, readOnly: true, personal: true }),
    body: text({ default: '', maxLength: 10_000, personal: true, description: 'Markdown; empty if it was removed.' }),
    selector: json<Selector>({
      readOnly: true,
      personal: true,
      description: 'The passage that it refers to; none if it refers to the whole piece.',
    }),
    contentRev: integer({ required: true, minimum: 1, readOnly: true, description: 'The revision that it refers to.' }),
    status: text({ values: COMMENT_STATUSES, default: 'open', readOnly: true }),
    resolvedBy: text({ maxLength: 200, readOnly: true }),
    resolvedAt: datetime({ readOnly: true }),
    editedAt: datetime({ readOnly: true }),
    deletedAt: datetime({ readOnly: true }),
    mentions: list(text(), { maxItems: 50, description: 'Ids of people to notify.' }),
  },
  {
    table: 'content_comments',
    tenant: true,
    api: true,
    mcp: { exclude: ['create'] },
    cli: { include: ['list', 'get', 'update', 'delete', 'resolveAction', 'reopenAction'] },
    access: { ...recordAccess, read: 'viewer', update: mayReword, delete: mayRemove },
    indexes: [['contentId', 'status', 'created_at'], ['parentId'], ['authorId']],
    orderBy: 'created_at,id',
    label: 'Content comments',
    description: 'Staff comments on pieces and passages of them.',
  },
) {
  static readonly operations: Operations<ContentComment> = {
    resolveAction: { path: ['resolve'], output: recordOutput(), access: mayResolve, description: 'Resolve a comment.' },
    reopenAction: {
      path: ['reopen'],
      output: recordOutput(),
      access: mayResolve,
      description: 'Reopen a comment.',
    },
  };

  /** Resolves the comment and all its replies. @throws ConflictError `not_a_thread` for a reply */
  resolveAction(call: Call = this.call): Promise<this> {
    return this.#setStatus('resolved', call);
  }

  /** Reopens the comment. @throws ConflictError `not_a_thread` for a reply */
  reopenAction(call: Call = this.call): Promise<this> {
    return this.#setStatus('open', call);
  }

  /** Clears the comment instead of deleting it, so that replies keep their context. */
  override async delete(): Promise<void> {
    if (this.deletedAt === null) await this.#blank();
  }

  /** Clears the comment and its quoted passage: no text typed by its author is left. */
  async erase(): Promise<void> {
    this.selector = null;
    await this.#blank();
  }

  async #blank(): Promise<void> {
    Object.assign(this, { deletedAt: this.deletedAt ?? this.call.now().toISOString(), body: '', authorName: null, mentions: [] });
    await this.save();
  }

  protected override async beforeSave({ created, changed, previous, call }: SaveContext): Promise<void> {
    if (created || this.deletedAt !== (previous?.['deletedAt'] ?? null)) return;
    const isReworded = changed.includes('body') || changed.includes('mentions');
    if (!isReworded) return;
    if (this.deletedAt !== null) throw new ConflictError('This comment was removed.', { code: 'comment_removed' });
    if (call.caller.kind !== 'system' && call.now().getTime() - Date.parse(this.created_at) > EDITABLE_MS)
      throw new ForbiddenError('A comment is reworded within fifteen minutes; write another, or remove this one.');
    if (typeof this.body === 'string' && this.body.trim() === '')
      throw ValidationError.of([{ pointer: '/body', code: 'required', detail: 'must not be empty; DELETE removes the comment' }]);
    if (changed.includes('body')) this.editedAt = call.now().toISOString();
  }

  /** People mentioned by an edit are notified as if they had been mentioned from the start. */
  protected override async afterSave({ created, changed, previous, call }: SaveContext): Promise<void> {
    if (created || this.deletedAt !== null || !changed.includes('mentions')) return;
    const before = new Set((previous?.['mentions'] ?? []) as readonly string[]);
    const added = [...new Set(this.mentions)].filter((id) => !before.has(id));
    if (added.length > 0) await recordCommentEvent(this, 'comment.mentioned', call, added);
  }

  async #setStatus(status: (typeof COMMENT_STATUSES)[number], call: Call): Promise<this> {
    if (this.parentId !== null) {
      throw new ConflictError('An answer is dealt with together with what it answers.', {
        code: 'not_a_thread',
        extensions: { parentId: this.parentId },
      });
    }
    if (this.status === status) return this;
    const isResolved = status === 'resolved';
    Object.assign(this, {
      status,
      resolvedBy: isResolved ? call.caller.id : null,
      resolvedAt: isResolved ? call.now().toISOString() : null,
    });
    await this.save();
    if (isResolved) await recordCommentEvent(this, 'comment.resolved', call);
    return this;
  }
}

/** The comments on all content. */
export class ContentComments extends collection(ContentComment, besideContents) {}

/**
 * Writes the event that a comment was created, edited or resolved: ids only, for notifications.
 *
 * @param mentions the people to notify
 */
export function recordCommentEvent(
  comment: ContentComment,
  kind: 'comment.created' | 'comment.mentioned' | 'comment.resolved',
  call: Call,
  mentions: readonly string[] = comment.mentions,
): Promise<void> {
  const { database, id, tenantId, contentId, parentId, authorId } = comment;
  return recordEvent(database, call, {
    kind,
    objectType: 'content_comments',
    objectId: id,
    tenantId,
    data: { contentId, parentId, authorId, mentions: [...mentions] },
  });
}
