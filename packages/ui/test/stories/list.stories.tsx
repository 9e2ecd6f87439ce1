import type { JobRecord } from '@colophon/contract';
import { useState } from 'react';
import { ContentList } from '../../src/components/content/index.ts';
import { createJobs } from '../../src/state/jobs/job-binding.ts';
import type { ContentRow } from '../../src/state/list/list-query.ts';
import { fakeClient, type SentRequest } from '../../src/testing/fake-client.ts';
import { problem } from '../../src/testing/problem.ts';
import { contentRecord } from '../../src/testing/records.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import { untilOnline } from './until-online.ts';
import type { Stories, Story } from './story.ts';

const PIECES: readonly ContentRow[] = [
  contentRecord({ id: '1', title: 'Budget approved in a night sitting', description: 'The council sat until four.', tags: ['budget'] }),
  contentRecord({ id: '2', title: 'What is technical debt', status: 'published', category: 'guides', authors: ['Li', 'Jo'] }),
  contentRecord({ id: '3', title: 'Flood at the mill', status: 'review', type: 'document', references: [DRIFTED()] }),
  contentRecord({ id: '4', title: 'An old oak', status: 'archived', authors: [] }),
  contentRecord({ id: '5', title: '', status: 'deleted' }),
];

const IN_TWO = [
  { contentId: '1', language: 'en', title: 'The ferry' },
  { contentId: '2', language: 'de', title: 'The ferry' },
];

function DRIFTED() {
  return { targetId: '2', citedVersion: 1, currentVersion: 2, isDrifted: true };
}

function job(changes: Partial<JobRecord>): JobRecord {
  return {
    jobId: 'a',
    kind: 'contents.review',
    status: 'running',
    completed: 12,
    total: 40,
    message: null,
    error: null,
    errorCode: null,
    target: { collection: 'contents', rowIds: ['1'] },
    result: null,
    submissionKey: null,
    submittedBy: null,
    sequence: 1,
    ...changes,
  };
}

/** A page of an editor that writes down what was pressed. */
function Desk({ contents = PIECES, refuses = false }: { readonly contents?: readonly ContentRow[]; readonly refuses?: boolean }) {
  const [did, setDid] = useState('');
  const [rows, setRows] = useState(contents);
  return (
    <>
      <button type="button">Before it</button>
      <ContentList
        contents={rows}
        onAdd={() => setDid('add')}
        onEdit={(row) => setDid(`edit ${row.id}`)}
        onDelete={async (row) => {
          await Promise.resolve();
          if (refuses) throw problem(403, 'forbidden', 'Only admins delete what was published.');
          setRows((before) => before.filter(({ id }) => id !== row.id));
          setDid(`delete ${row.id}`);
        }}
        getViewHref={(row) => (row.status === 'published' ? `#/articles/${row.id}` : null)}
        workflows={[{ id: 'mark', label: 'Mark', each: async (row) => setDid((before) => `${before} mark ${row.id}`) }]}
      />
      <button type="button">After it</button>
      <p data-did>{did}</p>
    </>
  );
}

const jobsClient = fakeClient(({ path }) =>
  path.endsWith('/retry')
    ? { ...job({ status: 'queued', completed: 0, sequence: 9, target: { collection: 'contents', rowIds: ['2'] } }), jobId: 'b2' }
    : null,
);

/** Work on one row, work that failed on another, and work on everything that a query finds. */
function jobsAtWork() {
  const jobs = createJobs({ client: jobsClient });
  jobs.tell(job({}));
  jobs.tell(job({ jobId: 'b', status: 'failed', error: 'The model did not answer.', target: { collection: 'contents', rowIds: ['2'] } }));
  jobs.tell(job({ jobId: 'q', completed: 3, target: { collection: 'contents', queryKey: 'everything' }, message: 'Reading' }));
  return jobs;
}

/** A server with many pieces, which keeps what was asked of it on the page. */
function server(count: number) {
  const all = Array.from({ length: count }, (_, index) =>
    contentRecord({ id: String(index), title: `Piece ${index}`, status: index % 2 === 0 ? 'draft' : 'published' }),
  );
  return fakeClient(({ method, path, params, body }: SentRequest) => {
    const query = (params?.query ?? {}) as Record<string, string>;
    if (path === '/contents/governance') return { effective: { policies: [{ key: 'facts', label: 'Facts' }] } };
    // A server of an older version: it sets the status of one piece at a time.
    if (path === '/contents/status') throw problem(404, 'not_found', 'There is nothing at this address.');
    if (path === '/contents/reviews')
      return job({ jobId: 'r', target: { collection: 'contents', rowIds: (body as { ids: string[] }).ids }, completed: 0 });
    if (method === 'patch') {
      if (params?.path?.['id'] === '1') throw problem(412, 'precondition_failed', 'Somebody saved it meanwhile.');
      return contentRecord({});
    }
    document.body.dataset['asked'] = new URLSearchParams(query).toString();
    const words = (query['search'] ?? '').replaceAll('*', '');
    const found = all.filter((row) => row.title.includes(words) && (query['status'] === undefined || row.status === query['status']));
    const from = Number(query['cursor'] ?? query['offset'] ?? 0);
    return {
      items: found.slice(from, from + 100),
      count: query['count'] === 'exact' ? found.length : null,
      nextCursor: String(from + 100),
    };
  });
}

function over(count: number): Story {
  const client = server(count);
  const own = createJobs({ client });
  return {
    provider: { client },
    render: () => <ContentList query={{ key: 'all' }} jobs={own} onEdit={(row) => (document.title = row.id)} />,
  };
}

const MANY = Array.from({ length: 10_000 }, (_, index) => contentRecord({ id: String(index), title: `Piece ${index}` }));

/** A host that gives what is no list of pieces, until it does. */
function Careless() {
  const [rows, setRows] = useState<readonly ContentRow[]>([{ ...contentRecord({}), title: { is: 'none' } as never }]);
  return (
    <>
      <button type="button" onClick={() => setRows([contentRecord({ title: 'Whole' })])}>
        Mend it
      </button>
      <ContentList contents={rows} />
    </>
  );
}

export const stories: Stories = {
  'list, with a withdrawn piece': () => ({
    render: () => (
      <Desk
        contents={[
          { ...contentRecord({ id: '1', title: 'The ferry', status: 'published' }), latestCorrection: 'retraction' },
          { ...contentRecord({ id: '2', title: 'The oak', status: 'published' }), latestCorrection: 'correction' },
        ]}
      />
    ),
  }),
  'list, in two languages': () => ({
    provider: { publicationLanguage: 'en' },
    render: () => (
      <Desk
        contents={[
          { ...contentRecord({ id: '1', title: 'The ferry', description: null, language: 'en' }), translations: IN_TWO },
          { ...contentRecord({ id: '2', title: 'The ferry', description: null, language: 'de' }), translations: IN_TWO },
          contentRecord({ id: '3', title: 'The oak', description: null, language: 'en-GB' }),
        ]}
      />
    ),
  }),
  list: () => ({ render: () => <Desk /> }),
  'list, as an editor reads German': () => ({ provider: { locale: 'de', timeZone: 'Europe/Berlin' }, render: () => <Desk /> }),
  'list, refused': () => ({ render: () => <Desk refuses /> }),
  'list, empty': () => ({ render: () => <Desk contents={[]} /> }),
  'list, loading': () => ({ render: () => <ContentList contents={[]} loading /> }),
  'list, error': () => ({
    render: () => (
      <ContentList
        contents={[]}
        error={{
          code: 'unavailable',
          detail: 'The database is busy.',
          hint: 'Try again in a minute.',
          requestId: 'r-1',
          errors: [],
          problem: null,
        }}
        onRetry={() => (document.title = 'again')}
      />
    ),
  }),
  'list, offline': () => {
    const isDown = untilOnline();
    const client = fakeClient(() => {
      if (isDown()) throw problem(0, 'network', 'No answer came.');
      return { items: PIECES, count: PIECES.length };
    });
    return { provider: { client }, render: () => <ContentList /> };
  },
  'list, at work': () => {
    const jobs = jobsAtWork();
    return { render: () => <ContentList contents={PIECES} query={{ key: 'everything' }} jobs={jobs} /> };
  },
  'list, nonsense of the host': () => ({ render: () => <Careless /> }),
  'list, hostile': () => ({
    render: () => (
      <Desk
        contents={[
          contentRecord({ id: 'a', title: HOSTILE_TEXT, description: HOSTILE_TEXT, authors: [HOSTILE.markup], type: HOSTILE.markup }),
          contentRecord({
            id: 'b',
            title: HOSTILE.long,
            authors: [HOSTILE.reversed, ...Array.from({ length: 40 }, (_, index) => `Author ${index}`), HOSTILE.long],
            status: HOSTILE.markup as never,
            updated_at: 'never',
          }),
        ]}
      />
    ),
  }),
  'list, from a server': () => over(250),
  'list, 10,000': () => over(10_000),
  'list, 10,000 given': () => ({ render: () => <ContentList contents={MANY} /> }),
};
