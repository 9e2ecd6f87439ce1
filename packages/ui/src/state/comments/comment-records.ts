import type { ColophonClient } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';
import { readList } from '../read-list.ts';

/** The passage that a comment is about: its text, the surrounding text, and its position. */
export interface CommentSelector {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  readonly end: number;
}

/** A comment by a staff member on a piece. */
export interface CommentRecord {
  readonly id: string;
  readonly rev: number;
  readonly created_at: string;
  readonly authorId?: string | null;
  readonly authorName?: string | null;
  /** Markdown; empty if the comment was deleted. */
  readonly body: string;
  readonly editedAt?: string | null;
  readonly deletedAt?: string | null;
  readonly mentions?: readonly string[];
}

/** A comment with its replies. */
export interface CommentThread extends CommentRecord {
  readonly status: 'open' | 'resolved';
  readonly resolvedAt?: string | null;
  readonly selector?: CommentSelector | null;
  /** The position of its passage in the stored body. */
  readonly anchor?: { readonly start: number; readonly end: number } | null;
  readonly isDetached?: boolean;
  readonly replies: readonly CommentRecord[];
}

/** The maximum length of a passage and of its surrounding text, in characters. */
const LONGEST = 1000;
const AROUND = 64;

/** Returns the selector of a passage; null if it is empty or too long. */
export function selectorOf(text: string, { start, end }: { readonly start: number; readonly end: number }): CommentSelector | null {
  const exact = text.slice(start, end);
  if (exact.trim() === '' || exact.length > LONGEST || !exact.isWellFormed()) return null;
  return { exact, prefix: whole(text.slice(Math.max(0, start - AROUND), start)), suffix: whole(text.slice(end, end + AROUND)), start, end };
}

/** Removes halves of surrogate pairs at the ends of a text. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}

const COMMENT = { id: 'text', rev: 'number', created_at: 'text', body: 'text' } as const;
const BESIDE = { authorId: 'text', authorName: 'text', editedAt: 'text', deletedAt: 'text', mentions: 'texts' } as const;

/** Reads the threads of a piece, the oldest first; invalid ones are omitted. @throws ProblemError */
export async function readThreads(client: ColophonClient, contentId: string, signal: AbortSignal): Promise<readonly CommentThread[]> {
  const items = await readList(client, '/contents/{id}/comments', { params: { path: { id: contentId } }, signal });
  return items
    .flatMap((item) =>
      readEach<CommentThread>(item, { ...COMMENT, status: 'text', replies: 'records' }, { anchor: 'object', selector: 'object' }),
    )
    .map((thread) => ({
      ...thread,
      ...(thread.selector && !isSelector(thread.selector) && { selector: null }),
      replies: thread.replies.flatMap((reply) => readEach<CommentRecord>(reply, COMMENT, {})),
    }));
}

function readEach<Value>(
  value: unknown,
  required: Parameters<typeof readAnswer>[1],
  optional: Parameters<typeof readAnswer>[1],
): readonly Value[] {
  try {
    return [readAnswer<Value>(value, required, { ...BESIDE, ...optional })];
  } catch {
    return [];
  }
}

function isSelector({ exact, start, end }: Partial<CommentSelector>): boolean {
  return typeof exact === 'string' && typeof start === 'number' && typeof end === 'number';
}
