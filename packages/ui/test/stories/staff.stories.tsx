import { ContentList, GovernedContentEditor } from '../../src/components/content/index.ts';
import { fakeClient } from '../../src/testing/fake-client.ts';
import { governedState, readinessOf, requirement } from '../../src/testing/governance.ts';
import { problem } from '../../src/testing/problem.ts';
import { contentRecord } from '../../src/testing/records.ts';
import { Desk, PIECE, pieceServer } from './editor.stories.tsx';
import { HOSTILE } from './hostile.ts';
import type { Stories } from './story.ts';

const ADA = { id: 'u1', name: 'Ada Okoye' };
const LI = { id: 'u2', name: 'Li Wen' };
const may = { update: true, publish: true, delete: true, correct: true };
const mayNot = { update: false, publish: false, delete: false, correct: false };

const PIECES = [
  contentRecord({ id: '1', title: 'Budget approved in a night sitting', createdBy: ADA, updatedBy: LI, can: may }),
  contentRecord({ id: '2', title: 'Flood at the mill', status: 'review', createdBy: LI, updatedBy: LI, can: mayNot }),
  contentRecord({ id: '3', title: 'What is technical debt', status: 'published', createdBy: null, updatedBy: ADA, can: may }),
  contentRecord({
    id: '4',
    title: 'Who remembers the old bridge',
    createdBy: { id: 'gone', name: null },
    updatedBy: { id: 'u3', name: HOSTILE.long },
    can: may,
  }),
];

/** A server whose staff is told who made what, and how many there are. */
function staffServer() {
  return fakeClient(({ path, params }) => {
    const query = (params?.query ?? {}) as Record<string, string>;
    if (path === '/contents/counts')
      return {
        status: [
          { value: 'draft', count: 1234 },
          { value: 'published', count: 1 },
        ],
        category: [
          { value: 'council', count: 3 },
          { value: null, count: 1 },
        ],
      };
    if (path === '/contents/governance') return { effective: { policies: [] } };
    document.body.dataset['asked'] = new URLSearchParams(query).toString();
    const items = PIECES.filter(({ createdBy }) => query['mine'] === undefined || createdBy?.id === ADA.id);
    return { items, count: items.length };
  });
}

/** A server with a governed piece of a contributor. */
function contributorsServer() {
  const piece = pieceServer(contentRecord({ ...PIECE, updatedBy: ADA, can: { ...mayNot, update: true } }));
  return fakeClient(async (request) => {
    if (request.path === '/contents/{id}/governance')
      return {
        ...governedState(),
        reviewProfiles: [readinessOf([requirement({ policyKey: 'facts', label: 'Facts', satisfied: true, reason: null })])],
      };
    if (request.path === '/contents/{id}/reviews') return { items: [] };
    const { value } = await piece.request(request.method as never, request.path as never, ...([request] as never));
    const changes = (request.body ?? {}) as { readonly status?: string };
    return request.path === '/contents/{id}' && request.method === 'patch' && changes.status === 'review'
      ? { ...(value as object), can: mayNot, updatedBy: ADA }
      : value;
  });
}

/** A server that keeps what is typed beside the record, and knows who else types. */
function keepingServer() {
  const piece = pieceServer(PIECE);
  let kept: object | null = {
    fields: { title: 'Budget approved, the bridge left out', description: 'The council sat until five.' },
    baseRev: 3,
    currentRev: 3,
    sequence: 4,
    savedAt: '2026-05-01T08:41:00.000Z',
  };
  return fakeClient(async (request) => {
    const { method, path, body } = request;
    if (path === '/contents/{id}/editors') return { items: [{ userId: 'u2', name: 'Li Wen', since: PIECE.created_at }] };
    if (path !== '/contents/{id}/autosave') return (await piece.request(method as never, path as never, ...([request] as never))).value;
    document.body.dataset['copy'] = `${method} ${JSON.stringify(body ?? null)}`;
    if (method === 'delete') kept = null;
    if (method === 'put') kept = { currentRev: 3, savedAt: '2026-05-01T09:02:00.000Z', ...(body as object) };
    if (kept === null) throw problem(404, 'not_found', 'You have no autosave of this record.');
    return kept;
  });
}

const user = { id: 'u1' };

export const stories: Stories = {
  'list, as the staff sees it': () => {
    const client = staffServer();
    return {
      provider: { client, user, timeZone: 'Europe/Berlin' },
      render: () => (
        <ContentList columns={['status', 'people', 'updated']} onDelete={() => undefined} onEdit={() => undefined} query={{ key: 'all' }} />
      ),
    };
  },
  'editor, not theirs to change': () => ({
    provider: { client: pieceServer(PIECE), user },
    render: () => <Desk content={contentRecord({ ...PIECE, status: 'published', updatedBy: LI, can: mayNot })} />,
  }),
  'editor, others and a copy on the server': () => ({
    provider: { client: keepingServer(), user, timeZone: 'Europe/Berlin' },
    render: () => <Desk />,
  }),
  'governed editor of a contributor': () => ({
    provider: { client: contributorsServer(), user, role: 'contributor' },
    render: () => (
      <GovernedContentEditor
        content={contentRecord({ ...PIECE, updatedBy: ADA, can: { ...mayNot, update: true } })}
        onSave={() => undefined}
      />
    ),
  }),
};
