import { useState } from 'react';
import {
  ContentContributionForm,
  ContentContributionInbox,
  ContentContributionPortal,
  ContentContributionTypeManager,
  ContentContributorManager,
  type ContributionRecord,
  type ContributionType,
  type ContributorRecord,
} from '../../src/components/contributions/index.ts';
import { problem } from '../../src/testing/problem.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';

const JO: ContributorRecord = {
  id: 'p1',
  email: 'jo@example.org',
  name: 'Jo',
  trustLevel: 'standard',
  emailConfirmedAt: '2026-05-01T08:00:00.000Z',
};

function contribution(changes: Partial<ContributionRecord>): ContributionRecord {
  return {
    id: 'c1',
    contributionTypeKey: 'letter',
    status: 'submitted',
    title: 'Flood at the mill',
    body: 'The water came at four.\nNobody was hurt.',
    receivedAt: '2026-05-03T07:12:00.000Z',
    contributor: JO,
    allowedActions: ['approve', 'request-changes', 'reject', 'revise', 'withdraw'],
    ...changes,
  };
}

const ITEMS: readonly ContributionRecord[] = [
  contribution({
    status: 'quarantined',
    intakeReasons: [{ code: 'text_quarantine', detail: 'The text says “casino”.' }],
    revisions: [
      { id: 'v1', revisionNumber: 1, title: null, body: 'The water came at three.', created_at: '2026-05-03T07:12:00.000Z' },
      { id: 'v2', revisionNumber: 2, title: null, body: 'The water came at four.', created_at: '2026-05-03T08:12:00.000Z' },
    ],
    attachments: [
      { id: 'f1', filename: 'mill.png', mimeType: 'image/png', size: 120_000, width: 4000, height: 3000 },
      { id: 'f2', filename: 'macro.docm', mimeType: 'application/octet-stream', size: 4000, suspect: ['macro'] },
      { id: 'f3', filename: 'message.eml', mimeType: 'message/rfc822', size: 91_000, raw: true },
    ],
  }),
  contribution({ id: 'c2', title: 'Letter to the editor', contributor: { ...JO, name: 'R. Ng' } }),
  contribution({ id: 'c3', title: null, status: 'needs_changes', requestedChanges: 'How old is the oak?\nAnd whose is it?' }),
  contribution({ id: 'c4', title: 'The market', status: 'promoted', allowedActions: [] }),
];

function Inbox({ items = ITEMS, isLate = false }: { readonly items?: readonly ContributionRecord[]; readonly isLate?: boolean }) {
  const [selected, setSelected] = useState<string | null>(items[0]?.id ?? null);
  const [did, setDid] = useState('');
  return (
    <>
      <ContentContributionInbox
        contributions={items}
        selectedId={selected}
        onSelect={setSelected}
        onApprove={(id, decision) => {
          if (isLate) throw problem(409, 'contribution_state', 'Li Wen rejected it at 10:41.', { hint: 'It takes: withdraw.' });
          setDid(`approve ${id} ${JSON.stringify(decision)}`);
        }}
        onReject={(id, decision) => setDid(`reject ${id} ${JSON.stringify(decision)}`)}
        onRequestChanges={(id, { editorNote }) => setDid(`ask ${id} ${editorNote}`)}
      />
      <p data-did>{did}</p>
    </>
  );
}

function Portal({ items = ITEMS }: { readonly items?: readonly ContributionRecord[] }) {
  const [did, setDid] = useState('');
  return (
    <>
      <ContentContributionPortal
        contributions={items}
        onSelect={(id) => setDid(`open ${id}`)}
        onRevise={(id) => setDid(`revise ${id}`)}
        onNew={() => setDid('new')}
        onWithdraw={async (id) => {
          await Promise.resolve();
          setDid(`withdraw ${id}`);
        }}
      />
      <p data-did>{did}</p>
    </>
  );
}

const LETTER: ContributionType = {
  id: 't1',
  rev: 1,
  key: 'letter',
  label: 'Letters to the editor',
  enabled: true,
  allowedChannels: ['web'],
  allowText: true,
  allowFiles: true,
  allowEmptyText: false,
  intakeRules: { maxFiles: 2, allowedMimePatterns: ['image/*'], quarantineTextPatterns: ['casino'] },
  promotion: { targetContentType: 'article', targetContentStatus: 'draft' },
};
const PHOTO: ContributionType = { ...LETTER, key: 'photo', label: 'Photographs', allowText: false, allowEmptyText: true, enabled: false };

function Managers({ type = LETTER, person = JO }: { readonly type?: ContributionType; readonly person?: ContributorRecord }) {
  const [did, setDid] = useState('');
  return (
    <>
      <ContentContributionTypeManager
        types={[type, PHOTO]}
        onSave={async (saved) => {
          await Promise.resolve();
          if (saved.key === '')
            throw problem(422, 'validation', 'It cannot be saved.', {
              errors: [{ pointer: '/key', code: 'required', detail: 'must be given' }],
            });
          setDid(`type ${JSON.stringify(saved)}`);
        }}
        onDelete={async (key) => {
          await Promise.resolve();
          throw problem(409, 'in_use', `3 contributions of the type ${key} are still open.`, { hint: 'Disable the type first.' });
        }}
      />
      <ContentContributorManager
        contributors={[person, { ...JO, id: 'p2', name: null, email: 'bad@example.org', trustLevel: 'blocked', emailConfirmedAt: null }]}
        onSave={async (saved) => {
          await Promise.resolve();
          setDid(`person ${saved.trustLevel}`);
        }}
        onDelete={async (id) => {
          await Promise.resolve();
          setDid(`erased ${id}`);
        }}
      />
      <p data-did>{did}</p>
    </>
  );
}

function Form({ refuses = false }: { readonly refuses?: boolean }) {
  const [did, setDid] = useState('');
  return (
    <>
      <ContentContributionForm
        types={[LETTER, PHOTO]}
        onCancel={() => setDid('cancelled')}
        onSubmit={async ({ files, ...sent }) => {
          await Promise.resolve();
          setDid(`${JSON.stringify(sent)} ${files.length}`);
          return refuses
            ? { decision: 'reject', reasons: [{ code: 'text_blocked', detail: 'The text says “casino”.' }] }
            : { received: true };
        }}
      />
      <p data-did>{did}</p>
    </>
  );
}

const hostile = contribution({
  title: HOSTILE_TEXT,
  body: HOSTILE_TEXT,
  status: 'quarantined',
  contributor: { ...JO, name: HOSTILE.reversed },
  intakeReasons: [{ code: HOSTILE.attribute, detail: HOSTILE.markup }],
  attachments: [{ id: HOSTILE.attribute, filename: HOSTILE.long, mimeType: HOSTILE.markup, size: -1, suspect: ['x'] }],
  requestedChanges: HOSTILE_TEXT,
});

export const stories: Stories = {
  'contribution form': () => ({ render: () => <Form /> }),
  'contribution form, refused': () => ({ provider: { storage: null }, render: () => <Form refuses /> }),
  'contribution form, closed': () => ({ render: () => <ContentContributionForm types={[]} /> }),
  inbox: () => ({ provider: { timeZone: 'Europe/Berlin' }, render: () => <Inbox /> }),
  'inbox, somebody else was first': () => ({ render: () => <Inbox isLate /> }),
  'inbox, empty': () => ({ render: () => <Inbox items={[]} /> }),
  'inbox, in German': () => ({ provider: { locale: 'de', timeZone: 'Europe/Berlin' }, render: () => <Inbox /> }),
  portal: () => ({ render: () => <Portal /> }),
  'portal, empty': () => ({ render: () => <Portal items={[]} /> }),
  'contribution managers': () => ({ render: () => <Managers /> }),
  'contributions, hostile': () => ({
    render: () => (
      <>
        <Inbox items={[hostile]} />
        <Portal items={[{ ...hostile, status: 'needs_changes' }]} />
        <Managers type={{ ...LETTER, label: HOSTILE_TEXT }} person={{ ...JO, name: HOSTILE_TEXT, email: HOSTILE.attribute }} />
      </>
    ),
  }),
};
