import type { JobRecord } from '@colophon/contract';
import { useState } from 'react';
import { ContentList, GovernedContentEditor } from '../../src/components/content/index.ts';
import { useColophon } from '../../src/components/provider/colophon-context.ts';
import { deleteContents } from '../../src/state/list/bulk-actions.ts';
import { fakeClient } from '../../src/testing/fake-client.ts';
import { governedState, readinessOf, requirement } from '../../src/testing/governance.ts';
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

const statusJob = (changes: Partial<JobRecord>): JobRecord => ({
  jobId: 'j1',
  kind: 'contents.set-statuses',
  status: 'queued',
  completed: 0,
  total: null,
  message: null,
  error: null,
  errorCode: null,
  target: { collection: 'contents', rowIds: ['1', '2'] },
  result: null,
  submissionKey: null,
  submittedBy: 'u1',
  sequence: 1,
  ...changes,
});

const REPORT = statusJob({
  status: 'failed',
  error: '1 changed, 1 were refused.',
  sequence: 9,
  result: {
    records: [
      { contentId: '1', title: 'Budget approved in a night sitting', outcome: 'changed', code: null, detail: null },
      { contentId: '2', title: 'Flood at the mill', outcome: 'refused', code: 'publish_readiness', detail: 'Not ready to be published.' },
    ],
  },
});

const doneReport = (ids: readonly string[]): JobRecord =>
  statusJob({
    status: 'succeeded',
    sequence: 9,
    result: { records: ids.map((contentId) => ({ contentId, title: null, outcome: 'changed', code: null, detail: null })) },
  });

interface KeptView {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
  readonly shared: boolean;
  readonly ownerId: string;
  readonly query: object;
}

/** Views as a server keeps them: somebody's own, one that is shared, one that asks for more than a list can show. */
function viewServer() {
  let kept: readonly KeptView[] = [
    { id: 'v1', rev: 1, name: 'My drafts', shared: false, ownerId: 'u1', query: { where: { status: 'draft', mine: true } } },
    {
      id: 'v2',
      rev: 3,
      name: 'For the morning meeting',
      shared: true,
      ownerId: 'u2',
      query: { orderBy: '-updated_at', search: 'council' },
    },
    { id: 'v3', rev: 1, name: 'Made elsewhere', shared: true, ownerId: 'u2', query: { where: { any: [{ type: 'note' }] } } },
  ];
  return (method: string, id: string | undefined, body: unknown): unknown => {
    if (method === 'delete') kept = kept.filter((view) => view.id !== id);
    if (method === 'post') {
      kept = [...kept, { ...(body as KeptView), id: 'v4', rev: 1, ownerId: 'u1' }];
      document.body.dataset['saved'] = JSON.stringify(body);
    }
    return { items: kept };
  };
}

/** A page of an editor that opens what it is told of. */
function StaffList() {
  const [told, setTold] = useState('');
  const { client } = useColophon();
  return (
    <>
      <ContentList
        columns={['status', 'people', 'updated']}
        onDelete={(row) => setTold((before) => `${before} deleted ${row.id}`)}
        {...(client && { onDeleteMany: (rows, run) => deleteContents(client, rows, run) })}
        onEdit={() => undefined}
        onAdd={() => undefined}
        onDuplicated={(copy) => setTold(`opened ${copy.id} ${copy.title}`)}
        getViewHref={(row) => (row.status === 'published' ? `#/articles/${row.id}` : null)}
        query={{ key: 'all' }}
      />
      <p data-told>{told}</p>
    </>
  );
}

/** A server whose staff is told who made what, and how many there are. */
function staffServer() {
  let looks = 0;
  let report = REPORT;
  const views = viewServer();
  return fakeClient(({ method, path, params, body }) => {
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
    if (path === '/content-trash') return { items: [] };
    if (path === '/contents/{id}/duplicate') return contentRecord({ id: 'copy', title: (body as { readonly title: string }).title });
    if (path === '/contents/status' || path === '/contents/tags' || path === '/contents/delete') {
      const submitted = body as { readonly ids: readonly string[] };
      report = path === '/contents/status' ? REPORT : doneReport(submitted.ids);
      if (path !== '/contents/status') document.body.dataset['changed'] = `${path} ${JSON.stringify(body)}`;
      looks = 0;
      return statusJob({ status: 'running', total: submitted.ids.length });
    }
    if (path === '/jobs/{id}/cancel') return statusJob({ status: 'cancelled' });
    if (path === '/jobs/{id}') return looks++ === 0 ? statusJob({ status: 'running', completed: 1, total: 2 }) : report;
    if (path.startsWith('/content-saved-views')) return views(method, params?.path?.['id'], body);
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

const user = { id: 'u1' };

export const stories: Stories = {
  'list, as the staff sees it': () => {
    const client = staffServer();
    return {
      provider: { client, user, timeZone: 'Europe/Berlin' },
      render: () => <StaffList />,
    };
  },
  'editor, not theirs to change': () => ({
    provider: { client: pieceServer(PIECE), user },
    render: () => <Desk content={contentRecord({ ...PIECE, status: 'published', updatedBy: LI, can: mayNot })} />,
  }),
  'editor, of a copy': () => ({
    provider: { client: pieceServer(PIECE), user, timeZone: 'Europe/Berlin' },
    render: () => <Desk selectTitle onDuplicated={() => undefined} />,
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
