import { ContentTrash } from '../../src/components/trash/index.ts';
import type { TrashEntry } from '../../src/state/trash.ts';
import { fakeClient } from '../../src/testing/fake-client.ts';
import { problem } from '../../src/testing/problem.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories, Story } from './story.ts';

const DAY = 86_400_000;

function entry(changes: Partial<TrashEntry>): TrashEntry {
  return {
    id: 't1',
    contentId: '1',
    type: 'article',
    title: 'Budget approved in a night sitting',
    created_at: '2026-05-01T08:41:00.000Z',
    deletedBy: 'u1',
    restoredAt: null,
    expiresAt: new Date(Date.now() + 29.5 * DAY).toISOString(),
    ...changes,
  };
}

const ENTRIES: readonly TrashEntry[] = [
  entry({}),
  entry({ id: 't2', contentId: '2', title: 'Flood at the mill', deletedBy: { id: 'u2', name: 'Li Wen' } }),
  entry({
    id: 't3',
    contentId: '3',
    title: 'What the council said about the bridge over the river, and what it did not say about who is to pay for it in the end',
    type: 'document',
    deletedBy: null,
    expiresAt: new Date(Date.now() + DAY / 2).toISOString(),
  }),
  entry({ id: 't4', contentId: '4', title: ' ', deletedBy: 'u9', expiresAt: new Date(Date.now() + 1.5 * DAY).toISOString() }),
];

/** A server with a trash, which somebody else has restored from meanwhile. */
function trashServer(entries: readonly TrashEntry[] = ENTRIES) {
  let there = entries;
  return fakeClient(({ method, path, params }) => {
    const id = params?.path?.['id'];
    const found = there.find((each) => each.id === id);
    if (method === 'get') return { items: there, nextCursor: null };
    document.body.dataset['sent'] = `${document.body.dataset['sent'] ?? ''}${path} ${id};`;
    if (path.endsWith('/restore') && id === 't2') throw problem(409, 'already_restored', 'This draft was restored already.');
    there = there.filter((each) => each !== found);
    return path.endsWith('/restore')
      ? { content: { id: found?.contentId, title: found?.title }, notRestored: ['versions', 'reviews', 'comments'] }
      : null;
  });
}

const over = (role: 'admin' | 'editor', entries?: readonly TrashEntry[]): Story => ({
  provider: { client: trashServer(entries), user: { id: 'u1' }, role, timeZone: 'Europe/Berlin' },
  render: () => <ContentTrash hrefFor={(id) => `#/pieces/${id}`} />,
});

export const stories: Stories = {
  trash: () => over('admin'),
  'trash, of an editor': () => over('editor'),
  'trash, empty': () => over('admin', []),
  'trash, failed': () => ({
    provider: {
      client: fakeClient(() => {
        throw problem(503, 'unavailable', 'The database is busy.', { hint: 'Try again in a minute.' });
      }),
    },
    render: () => <ContentTrash />,
  }),
  'trash, hostile': () => ({
    render: () => (
      <ContentTrash
        items={[
          entry({ title: HOSTILE_TEXT, type: HOSTILE.markup, deletedBy: { id: 'x', name: HOSTILE.long } }),
          entry({ id: 't2', title: HOSTILE.long, expiresAt: 'never', created_at: 'never' }),
        ]}
        onRestore={() => {
          throw new Error(HOSTILE.markup);
        }}
        hrefFor={() => 'javascript:alert(1)'}
      />
    ),
  }),
};
