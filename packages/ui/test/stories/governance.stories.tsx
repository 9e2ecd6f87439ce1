import { useState } from 'react';
import { GovernedContentEditor } from '../../src/components/content/index.ts';
import { ContentGovernancePanel } from '../../src/components/governance/index.ts';
import type { Finding, Readiness, Review } from '../../src/state/records.ts';
import { fakeClient, type SentRequest } from '../../src/testing/fake-client.ts';
import { governedState, readinessOf, requirement, review } from '../../src/testing/governance.ts';
import { problem } from '../../src/testing/problem.ts';
import { contentRecord } from '../../src/testing/records.ts';
import { publishedAccount } from './accounts.ts';
import { BODY, PIECE } from './editor.stories.tsx';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';

const SAID = 'Everybody says so.';
const FINDING: Finding = {
  severity: 'warning',
  title: 'No fact supports this',
  detail: 'Nobody is named who says so.',
  quote: SAID,
  start: BODY.indexOf(SAID),
  end: BODY.indexOf(SAID) + SAID.length,
  suggestion: 'Name who says so.',
};

/** What the server answers to whoever asks, by address. */
const FIXED: Readonly<Record<string, () => unknown>> = {
  '/contents/{id}/references': () => ({
    items: [{ targetId: '2', title: 'What is technical debt', citedVersion: 1, currentVersion: 2, isDrifted: true }],
  }),
  '/contents/{id}/versions/diff': () => ({
    fields: [{ field: 'title', before: 'A', after: 'B' }],
    body: [
      { change: 'equal', text: 'It rained ' },
      { change: 'delete', text: 'on Monday' },
      { change: 'insert', text: 'on Tuesday' },
    ],
  }),
  '/contents/{id}/corrections': () => ({
    items: [{ id: 'c1', type: 'correction', summary: 'It rained on Tuesday.', note: null, publishedAt: PIECE.created_at }],
  }),
  '/contents/{id}/schedule': () => ({
    items: [{ id: 's1', action: 'publish', dueAt: PIECE.created_at, outcome: 'refused', reason: 'It was not ready.' }],
  }),
  '/contents/{id}/publish': () => ({ number: 2, kind: 'publication' }),
  '/contents/{id}/transparency/preview': () => publishedAccount,
  '/contents/facts': () => ({ items: [{ id: 'f3', statement: 'The mill is old.', status: 'active' }] }),
  '/facts': () => ({ id: 'f4' }),
};

function versionsOf(total: number, { limit = 50, offset = 0 }: { readonly limit?: number; readonly offset?: number } = {}) {
  const numbers = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => total - offset - index);
  const of = (version: number) => ({
    id: `v${version}`,
    version,
    kind: 'manual',
    summary: 'Before the weekend',
    created_at: PIECE.created_at,
  });
  return { items: numbers.map(of), count: total };
}

interface GovernedServer {
  /** The number of versions. */
  readonly versions?: number;
  readonly findings?: readonly Finding[];
  readonly refuse?: (request: SentRequest) => void;
  readonly label?: string;
  /** A draft of a type without facts and a transparency report. */
  readonly isPlain?: boolean;
  readonly piece?: typeof PIECE;
}

/** A server with one governed piece: reviews and verdicts change how it stands. */
function governedServer({
  findings = [FINDING],
  refuse = () => undefined,
  label = 'Facts',
  isPlain = false,
  versions = 2,
  piece = PIECE,
}: GovernedServer = {}) {
  const governed = governedState(isPlain ? { factLinkingEnabled: false, transparencyEnabled: false } : {});
  let stored = isPlain ? contentRecord({ ...PIECE, can: { update: true, publish: true, delete: true, correct: false } }) : piece;
  const facts = [{ id: 'f1', statement: 'It rained on Monday.', status: 'superseded' }];
  const links = [{ id: 'l1', factId: 'f1' }];
  const reviews: Review[] = [
    review({ id: 'r1', policyKey: 'facts', findings, summary: 'One claim.' }),
    review({ id: 'r2', policyKey: 'safety', kind: 'safety', status: 'accepted', findings: [] }),
  ];
  const state = () => {
    const latest = (key: string) => reviews.find(({ policyKey }) => policyKey === key) ?? null;
    const of = (policyKey: string, name: string, blocking: boolean, reason: string) => {
      const found = latest(policyKey);
      const satisfied = found?.status === 'accepted';
      return requirement({
        policyKey,
        label: name,
        blocking,
        status: found?.status ?? null,
        missing: found === null,
        satisfied,
        reason: satisfied ? null : reason,
      });
    };
    return readinessOf([
      of('facts', label, true, 'It was flagged: one claim has no fact.'),
      of('safety', 'Safety', false, 'It was not reviewed.'),
      of('desk', 'The desk', true, 'A person has to look at it.'),
      of('disclosure', 'Disclosure', true, 'Whether AI had a part is not filled in.'),
    ]);
  };
  return fakeClient((request) => {
    const { method, path, body, ifMatch, params } = request;
    if (method !== 'get')
      document.body.dataset['sent'] = `${document.body.dataset['sent'] ?? ''}${method} ${path} ${JSON.stringify(body)};\n`;
    refuse(request);
    if (path === '/contents/{id}/governance') return { ...governed, reviewProfiles: [state()] };
    if (path === '/contents/governance/resolve') return governed;
    if (path === '/contents/{id}/reviews') {
      if (method === 'get') return { items: reviews };
      const { policyKey, status = 'accepted', summary = '' } = body as Partial<Review>;
      reviews.unshift(
        review({ id: `r${reviews.length + 1}`, policyKey: policyKey ?? '', status, summary, reviewer: 'Li Wen', model: null }),
      );
      return reviews[0];
    }
    if (path === '/contents/{id}/facts') {
      if (method === 'post') {
        const { factId } = body as { factId: string };
        facts.push({ id: factId, statement: factId === 'f2' ? 'It rained on Tuesday.' : 'A new fact', status: 'active' });
        links.push({ id: `l-${factId}`, factId });
      }
      return { facts, factLinks: links, superseded: [{ factId: 'f1', latestId: 'f2' }].filter(() => facts.length === 1) };
    }
    if (path === '/fact-links/{id}') return facts.splice(0, 1);
    if (isPlain && path === '/contents/{id}/corrections') return { items: [] };
    if (isPlain && path === '/contents/{id}/transparency/preview')
      throw problem(409, 'transparency_disabled', 'Transparency is not enabled for article.');
    if (path === '/contents/{id}/versions') return versionsOf(versions, params?.query);
    const fixed = FIXED[path];
    if (fixed) return fixed();
    if (method === 'patch' && path === '/contents/{id}') {
      if (ifMatch !== stored.rev) throw problem(412, 'precondition_failed', 'It has moved on.');
      const changes = body as { status?: string };
      if (changes.status === 'published' && !state().ready) throw notReady(state());
      stored = contentRecord({ ...stored, ...changes, rev: stored.rev + 1 } as never);
    }
    if (path === '/contents' || params === undefined) return { items: [] };
    return stored;
  });
}

function notReady({ blockingRequirements }: Readiness) {
  return problem(422, 'publish_readiness', 'The piece is not ready.', {
    problem: { blockingRequirements, profileKey: 'publication' },
  });
}

/** The notice to readers fails once. */
function noticeFailsOnce(): (request: SentRequest) => void {
  let isFirst = true;
  return ({ method, path }) => {
    if (method !== 'post' || path !== '/contents/{id}/corrections' || !isFirst) return;
    isFirst = false;
    throw problem(503, 'busy', 'The server is busy.');
  };
}

function Governed({ isNew = false, piece = PIECE }: { readonly isNew?: boolean; readonly piece?: typeof PIECE }) {
  const [told, setTold] = useState('');
  return (
    <>
      <GovernedContentEditor
        content={isNew ? null : piece}
        onSave={() => undefined}
        onReadinessChange={(readiness) => setTold(readiness === null ? 'unknown' : String(readiness.ready))}
      />
      <p data-told>{told}</p>
    </>
  );
}

function Panel() {
  const [told, setTold] = useState('');
  return (
    <>
      <h2>Governance</h2>
      <ContentGovernancePanel contentId="1" onShowFinding={({ title }) => setTold(title)} onChange={() => setTold('changed')} />
      <p data-told>{told}</p>
    </>
  );
}

const away = ({ method, path }: SentRequest): void => {
  if (method === 'post' && path === '/contents/{id}/reviews') throw problem(503, 'review_unavailable', 'No model is there to ask.');
};

const options = { user: { id: 'u1' }, storage: null, timeZone: 'Europe/Berlin' };

export const stories: Stories = {
  'governed editor': () => ({ provider: { ...options, client: governedServer() }, render: () => <Governed /> }),
  'governed editor, new': () => ({ provider: { ...options, client: governedServer() }, render: () => <Governed isNew /> }),
  'governed editor, published': () => {
    const piece = contentRecord({
      ...PIECE,
      status: 'published',
      publish_date: PIECE.created_at,
      body: 'It cost 12 euro and rained al day.\n',
    });
    return {
      provider: { ...options, client: governedServer({ refuse: noticeFailsOnce(), piece }) },
      render: () => <Governed piece={piece} />,
    };
  },
  'governed editor, changed since publication': () => {
    const piece = contentRecord({ ...PIECE, status: 'published', changedSincePublication: ['picture', 'tag'] } as never);
    return { provider: { ...options, client: governedServer({ piece }) }, render: () => <Governed piece={piece} /> };
  },
  'governance panel': () => ({ provider: { ...options, client: governedServer() }, render: () => <Panel /> }),
  'governance panel, as an editor reads German': () => ({
    provider: { ...options, locale: 'de', client: governedServer() },
    render: () => <Panel />,
  }),
  'governance panel, plain draft': () => ({ provider: { ...options, client: governedServer({ isPlain: true }) }, render: () => <Panel /> }),
  'governance panel, many versions': () => ({
    provider: { ...options, client: governedServer({ versions: 450 }) },
    render: () => <Panel />,
  }),
  'governance panel, no model': () => ({ provider: { ...options, client: governedServer({ refuse: away }) }, render: () => <Panel /> }),
  'governance panel, failed': () => ({
    provider: {
      client: fakeClient(() => {
        throw problem(503, 'unavailable', 'The database is busy.', { requestId: 'r-1' });
      }),
    },
    render: () => <Panel />,
  }),
  'governance panel, hostile': () => ({
    provider: {
      ...options,
      client: governedServer({
        label: HOSTILE_TEXT,
        findings: [{ severity: 'error', title: HOSTILE_TEXT, detail: HOSTILE.long, quote: HOSTILE.markup, suggestion: HOSTILE.reversed }],
      }),
    },
    render: () => <Panel />,
  }),
};
