import type { ColophonClient } from '../client-port.ts';
import { send } from '../client-port.ts';
import { readAnswer } from '../read-answer.ts';

/** The passage that a comment is about: its words, what stands around them, and where it stood. */
export interface CommentSelector {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
  readonly end: number;
}

/** What one of the staff says about a piece. */
export interface CommentRecord {
  readonly id: string;
  readonly rev: number;
  readonly created_at: string;
  readonly authorId?: string | null;
  readonly authorName?: string | null;
  /** Markdown; empty once it was removed. */
  readonly body: string;
  readonly editedAt?: string | null;
  readonly deletedAt?: string | null;
  readonly mentions?: readonly string[];
}

/** A comment with its answers. */
export interface CommentThread extends CommentRecord {
  readonly status: 'open' | 'resolved';
  readonly resolvedAt?: string | null;
  readonly selector?: CommentSelector | null;
  /** Where its passage stands in the body that is stored. */
  readonly anchor?: { readonly start: number; readonly end: number } | null;
  readonly isDetached?: boolean;
  readonly replies: readonly CommentRecord[];
}

/** In characters: the longest passage that a comment can be about, and what is kept of what stands around it. */
const LONGEST = 1000;
const AROUND = 64;

/** What says where a passage of a text stands; null for one that is empty or too long. */
export function selectorOf(text: string, { start, end }: { readonly start: number; readonly end: number }): CommentSelector | null {
  const exact = text.slice(start, end);
  if (exact.trim() === '' || exact.length > LONGEST || !exact.isWellFormed()) return null;
  return { exact, prefix: whole(text.slice(Math.max(0, start - AROUND), start)), suffix: whole(text.slice(end, end + AROUND)), start, end };
}

/** A text without the half of a letter that a cut left at its ends. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}

const COMMENT = { id: 'text', rev: 'number', created_at: 'text', body: 'text' } as const;
const BESIDE = { authorId: 'text', authorName: 'text', editedAt: 'text', deletedAt: 'text', mentions: 'texts' } as const;

/** The threads of a piece, the oldest first; what is no thread is left out. @throws ProblemError */
export async function readThreads(client: ColophonClient, contentId: string, signal: AbortSignal): Promise<readonly CommentThread[]> {
  const options = { params: { path: { id: contentId }, query: { limit: '200' } }, signal };
  const { value } = await send(client, 'get', '/contents/{id}/comments', options);
  const { items } = readAnswer<{ readonly items: readonly unknown[] }>(value, { items: 'records' });
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
