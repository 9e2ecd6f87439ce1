import { newIntent, ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { EditorProblem } from '../editor/editor-problem.ts';
import { createStore, type Store } from '../store.ts';
import { type CommentSelector, type CommentThread, readThreads } from './comment-records.ts';

/** The state of the comments on a piece. */
export interface CommentsSnapshot {
  readonly threads: readonly CommentThread[];
  /** Whether they are still loading. */
  readonly isLoading: boolean;
  /** Whether the server or the piece has no comments at all, so that nothing is shown. */
  readonly isAbsent: boolean;
  readonly problem: EditorProblem | null;
}

/** The input of a comment. */
export interface CommentInput {
  readonly body: string;
  readonly selector?: CommentSelector | null;
  /** The ids of mentioned people. */
  readonly mentions?: readonly string[];
}

/** The comments on a piece, and the actions on them. A rejected action throws and changes nothing. */
export interface Comments extends Store<CommentsSnapshot> {
  /** Loads or reloads them. */
  readonly refresh: () => Promise<void>;
  /** @throws ProblemError */
  readonly add: (input: CommentInput) => Promise<void>;
  /** @throws ProblemError */
  readonly reply: (threadId: string, input: CommentInput) => Promise<void>;
  /** Edits the user's own comment. @throws ProblemError */
  readonly reword: (id: string, input: CommentInput, rev: number) => Promise<void>;
  /** @throws ProblemError */
  readonly remove: (id: string) => Promise<void>;
  /** @throws ProblemError */
  readonly setStatus: (threadId: string, status: CommentThread['status']) => Promise<void>;
  readonly stop: () => void;
}

/** The statuses of a server without comments, or of a user who may not read them. */
const ABSENT: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/**
 * Creates the comments on a piece. It sends no request before `refresh` is called.
 *
 * @example
 * const comments = createComments({ client, contentId: id });
 * await comments.refresh();
 * await comments.add({ body: 'Who says so?', selector: selectorOf('It rained.', { start: 3, end: 9 }) });
 */
export function createComments({ client, contentId }: { readonly client: ColophonClient; readonly contentId: string }): Comments {
  const store = createStore<CommentsSnapshot>({ threads: [], isLoading: true, isAbsent: false, problem: null });
  const control = new AbortController();
  let reading = 0;
  let isThere = false;
  const refresh = async (): Promise<void> => {
    reading += 1;
    const own = reading;
    try {
      const threads = await readThreads(client, contentId, control.signal);
      // The response to a later request is newer.
      isThere = true;
      if (own === reading) store.set({ threads, isLoading: false, isAbsent: false, problem: null });
    } catch (error) {
      if (control.signal.aborted || own !== reading) return;
      // Comments that were there do not go away, for example when the session expires: somebody may be writing one.
      const isAbsent = !isThere && ProblemError.isInstance(error) && ABSENT.has(error.status) && error.code !== 'session_over';
      store.set({ ...store.getSnapshot(), isLoading: false, isAbsent, problem: isAbsent ? null : problemOf(error) });
    }
  };
  const change = async (method: 'post' | 'patch' | 'delete', path: string, options: object): Promise<void> => {
    try {
      await send(client, method, path, options);
    } finally {
      // This also shows changes by others.
      await refresh();
    }
  };
  const post = ({ body, selector, mentions = [] }: CommentInput, parentId?: string): Promise<void> =>
    change('post', '/contents/{id}/comments', {
      params: { path: { id: contentId } },
      body: { body, ...(selector && { selector }), ...(parentId !== undefined && { parentId }), ...(mentions.length > 0 && { mentions }) },
      intent: newIntent(),
    });
  const path = (id: string) => ({ params: { path: { id } } });
  return {
    ...store,
    refresh,
    add: (input) => post(input),
    reply: (threadId, { body, mentions }) => post({ body, ...(mentions && { mentions }) }, threadId),
    reword: (id, { body, mentions = [] }, rev) =>
      change('patch', '/content-comments/{id}', { ...path(id), body: { body, mentions }, ifMatch: rev }),
    remove: (id) => change('delete', '/content-comments/{id}', path(id)),
    setStatus: (id, status) =>
      change('post', `/content-comments/{id}/${status === 'resolved' ? 'resolve' : 'reopen'}`, { ...path(id), intent: newIntent() }),
    stop: () => control.abort(),
  };
}
