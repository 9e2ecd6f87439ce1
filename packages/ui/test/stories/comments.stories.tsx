import { useState } from 'react';
import { ContentComments, type CommentThread } from '../../src/components/comments/index.ts';
import { fakeClient, type SentRequest } from '../../src/testing/fake-client.ts';
import { problem } from '../../src/testing/problem.ts';
import { BODY, Desk, PIECE, pieceServer } from './editor.stories.tsx';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';

const SAID = 'Everybody says so.';
const at = BODY.indexOf(SAID);

function thread(changes: Partial<CommentThread>): CommentThread {
  return {
    id: 'c1',
    rev: 1,
    created_at: '2026-05-01T08:41:00.000Z',
    authorId: 'u2',
    authorName: 'Li Wen',
    body: 'Who says so? Please name **somebody**.',
    status: 'open',
    selector: { exact: SAID, prefix: '', suffix: '', start: at, end: at + SAID.length },
    anchor: { start: at, end: at + SAID.length },
    isDetached: false,
    replies: [
      {
        id: 'r1',
        rev: 1,
        created_at: '2026-05-01T09:02:00.000Z',
        authorId: 'u1',
        authorName: 'Ada Okoye',
        body: 'The clerk. I ask her today.',
        editedAt: '2026-05-01T09:05:00.000Z',
      },
    ],
    ...changes,
  };
}

const THREADS: readonly CommentThread[] = [
  thread({}),
  thread({
    id: 'c2',
    authorId: 'u1',
    authorName: 'Ada Okoye',
    body: 'Is the headline too long?',
    selector: null,
    anchor: null,
    replies: [],
  }),
  thread({
    id: 'c3',
    authorName: 'Jo Fernández-Oyelaran',
    body: 'This was in the first draft.',
    selector: { exact: 'The mill was not mentioned at all.', prefix: '', suffix: '', start: 3, end: 37 },
    anchor: null,
    isDetached: true,
    replies: [],
  }),
  thread({ id: 'c4', status: 'resolved', body: 'Spelling of “Okoye”.', selector: null, anchor: null, replies: [] }),
];

const PEOPLE = [
  { id: 'u2', name: 'Li Wen' },
  { id: 'u3', name: 'Lía Fernández' },
  { id: 'u4', name: 'Jo Park' },
];

/** A server that keeps threads, and writes down what it was sent. */
function commentServer(first: readonly CommentThread[], refuse: (request: SentRequest) => void = () => undefined) {
  const piece = pieceServer(PIECE);
  let threads = first;
  return fakeClient(async (request) => {
    const { method, path, params, body } = request;
    const isComments = path.includes('comments');
    if (isComments && method !== 'get')
      document.body.dataset['said'] = `${document.body.dataset['said'] ?? ''}${method} ${path} ${JSON.stringify(body ?? null)};\n`;
    refuse(request);
    if (!isComments) return (await piece.request(method as never, path as never, ...([request] as never))).value;
    const id = params?.path?.['id'];
    if (path === '/contents/{id}/comments' && method === 'post') {
      const said = body as { readonly body: string; readonly parentId?: string; readonly selector?: CommentThread['selector'] };
      const made = {
        id: `n${threads.length}`,
        rev: 1,
        created_at: new Date().toISOString(),
        authorId: 'u1',
        authorName: 'Ada Okoye',
        body: said.body,
      };
      threads =
        said.parentId === undefined
          ? [...threads, { ...made, status: 'open', selector: said.selector ?? null, anchor: said.selector ?? null, replies: [] }]
          : threads.map((each) => (each.id === said.parentId ? { ...each, replies: [...each.replies, made] } : each));
    }
    if (path.endsWith('/resolve') || path.endsWith('/reopen'))
      threads = threads.map((each) => (each.id === id ? { ...each, status: path.endsWith('/resolve') ? 'resolved' : 'open' } : each));
    if (method === 'delete')
      threads = threads.map((each) => (each.id === id ? { ...each, deletedAt: new Date().toISOString(), body: '' } : each));
    return { items: threads };
  });
}

const user = { id: 'u1' };

function Page(props: { readonly people?: typeof PEOPLE }) {
  const [count, setCount] = useState(0);
  const [shown, setShown] = useState('');
  return (
    <div className="story-narrow">
      <ContentComments contentId="1" onCount={setCount} onShow={(each) => setShown(each.id)} people={PEOPLE} {...props} />
      <p data-told>
        {count} {shown}
      </p>
    </div>
  );
}

export const stories: Stories = {
  comments: () => ({
    provider: { client: commentServer(THREADS), user, role: 'editor', timeZone: 'Europe/Berlin' },
    render: () => <Page />,
  }),
  'comments, empty': () => ({ provider: { client: commentServer([]), user, role: 'editor' }, render: () => <Page /> }),
  'comments, of a viewer': () => ({ provider: { client: commentServer(THREADS), user, role: 'viewer' }, render: () => <Page /> }),
  'comments, refused': () => ({
    provider: {
      client: commentServer(THREADS, ({ method }) => {
        if (method === 'post') throw problem(404, 'not_found', 'There is no comment c1 on this piece.');
      }),
      user,
    },
    render: () => <Page />,
  }),
  'comments, hostile': () => ({
    provider: {
      client: commentServer([
        thread({
          body: `${HOSTILE_TEXT}\n\n![x](https://elsewhere.example/x.png)`,
          authorName: HOSTILE.long,
          selector: { exact: HOSTILE.long, prefix: '', suffix: '', start: 0, end: 1 },
        }),
      ]),
      user,
    },
    render: () => <Page />,
  }),
  'editor, commented': () => ({
    provider: { client: commentServer(THREADS), user, role: 'editor', timeZone: 'Europe/Berlin' },
    render: () => <Desk />,
  }),
};
