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

type Values = Readonly<Record<string, unknown>> | undefined;

export const COMMENT_STATUSES = ['open', 'resolved'] as const;

/** How long its author may reword a comment. */
const EDITABLE_MS = 15 * 60_000;

const isAuthor = (caller: Caller, record: Values): boolean => caller.id !== null && record?.['authorId'] === caller.id;
const mayReword = (caller: Caller, record: Values): boolean =>
  hasRole(caller, 'contributor') && (record === undefined || isAuthor(caller, record));
const mayRemove = (caller: Caller, record: Values): boolean => hasRole(caller, 'admin') || mayReword(caller, record);
const mayResolve = (caller: Caller, record: Values): boolean => hasRole(caller, 'editor') || mayReword(caller, record);

/** What one of the staff says about a piece, or about a passage of it. Readers never see it. */
export class ContentComment extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade', readOnly: true }),
    parentId: reference('content_comments', { onDelete: 'cascade', readOnly: true, description: 'The comment that it answers.' }),
    authorId: text({ maxLength: 200, readOnly: true }),
    authorName: text({ maxLength: 200, readOnly: true, personal: true }),
    body: text({ default: '', maxLength: 10_000, personal: true, description: 'Markdown; empty once it was removed.' }),
    selector: json<Selector>({
      readOnly: true,
      personal: true,
      description: 'The passage that it is about; none when it is about the piece.',
    }),
    contentRev: integer({ required: true, minimum: 1, readOnly: true, description: 'The revision that it was written about.' }),
    status: text({ values: COMMENT_STATUSES, default: 'open', readOnly: true }),
    resolvedBy: text({ maxLength: 200, readOnly: true }),
    resolvedAt: datetime({ readOnly: true }),
    editedAt: datetime({ readOnly: true }),
    deletedAt: datetime({ readOnly: true }),
    mentions: list(text(), { maxItems: 50, description: 'Ids of people who are to look at it.' }),
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
    description: 'What the staff says about pieces and passages of them.',
  },
) {
  static readonly operations: Operations<ContentComment> = {
    resolveAction: { path: ['resolve'], output: recordOutput(), access: mayResolve, description: 'Say that a comment is dealt with.' },
    reopenAction: {
      path: ['reopen'],
      output: recordOutput(),
      access: mayResolve,
      description: 'Say that a comment is not dealt with after all.',
    },
  };

  /** Says that it is dealt with, and all answers with it. @throws ConflictError `not_a_thread` for an answer */
  resolveAction(call: Call = this.call): Promise<this> {
    return this.#setStatus('resolved', call);
  }

  /** Opens it again. @throws ConflictError `not_a_thread` for an answer */
  reopenAction(call: Call = this.call): Promise<this> {
    return this.#setStatus('open', call);
  }

  /** Blanks it: who answered it is not left without what they answered. */
  override async delete(): Promise<void> {
    if (this.deletedAt === null) await this.#blank();
  }

  /** Blanks it, and forgets the passage that its author quoted too: nothing that they typed is left. */
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

  /** Whoever is named by a change is told as if they had been named from the start. */
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
export class ContentComments extends collection(ContentComment) {}

/**
 * Tells that a comment was made, changed or dealt with: ids alone, for whoever notifies people.
 *
 * @param mentions who is to look at it because of that
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
