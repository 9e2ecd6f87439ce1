import { useState } from 'react';
import { ContentReviewStatusTray, MergeView, type ReviewStatusItem } from '../../src/components/content/index.ts';
import { formOf } from '../../src/state/editor/form.ts';
import { type Fields, mergeFields } from '../../src/state/merge/field-merge.ts';
import type { ContentRecord } from '../../src/state/records.ts';
import { contentRecord } from '../../src/testing/records.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';

const ITEMS: readonly ReviewStatusItem[] = [
  { id: 'content', icon: 'content', label: 'Text', tone: 'neutral', status: 'not reviewed' },
  { id: 'facts', icon: 'facts', label: 'Facts', tone: 'warning', status: 'flagged, 1 finding' },
  { id: 'safety', icon: 'safety', label: 'Safety', tone: 'success', status: 'accepted' },
  { id: 'desk', icon: 'human', label: 'The desk', tone: 'danger', status: 'rejected' },
  { id: 'disclosure', icon: 'rule', label: 'Disclosure', tone: 'neutral', status: 'human review required' },
  { id: 'style', icon: 'custom', label: 'House style', tone: 'neutral', status: 'reviewing…' },
];

function Tray({ items }: { readonly items: readonly ReviewStatusItem[] }) {
  const [active, setActive] = useState<string | null>('facts');
  return (
    <>
      <ContentReviewStatusTray
        items={items}
        activeId={active}
        open={active !== null}
        onSelect={(id) => setActive(id === active ? null : id)}
        controls="findings"
      />
      <button type="button">After it</button>
      {active !== null && <p id="findings">Findings of {active}</p>}
    </>
  );
}

function conflictOf(base: Partial<ContentRecord>, mine: Partial<ContentRecord>, theirs: Partial<ContentRecord>) {
  const record = contentRecord({ rev: 2, ...base, ...theirs, updated_at: '2026-05-03T08:41:00.000Z' });
  const fields = (changes: Partial<ContentRecord>): Fields => formOf(contentRecord({ ...base, ...changes })) as unknown as Fields;
  return { theirs: record, merge: mergeFields(fields({}), fields(mine), fields(theirs)) };
}

const two = conflictOf(
  { title: 'Council and budget', body: 'It rained.\n\nThe council met on Monday and found the money.', tags: ['budget'] },
  {
    title: 'Budget approved in a night sitting',
    body: 'It rained hard.\n\nThe council sat on Monday and found the money.',
    tags: ['budget', 'night'],
  },
  {
    title: 'Council approves budget',
    body: 'It rained.\n\nThe council convened on Monday and found the money.',
    tags: ['budget', 'council'],
    description: 'A summary',
  },
);
const hostile = conflictOf(
  { title: HOSTILE_TEXT, metadata: { [HOSTILE.markup]: 'a' } },
  { title: `${HOSTILE.markup} mine`, description: HOSTILE_TEXT, metadata: { [HOSTILE.markup]: HOSTILE.long } },
  { title: `${HOSTILE.long} theirs`, description: HOSTILE.reversed, metadata: { [HOSTILE.markup]: { b: HOSTILE.markup } } },
);
const other = conflictOf(
  { tags: ['x'] },
  { category: 'news', metadata: { pages: 1 } },
  { category: null, metadata: { pages: [2] }, language: 'de' },
);

function Merge({ conflict, bare = false }: { readonly conflict: typeof two; readonly bare?: boolean }) {
  const [did, setDid] = useState<string | null>(null);
  if (did !== null) return <p data-did>{did}</p>;
  return (
    <>
      <p>The editor behind it.</p>
      <MergeView
        conflict={conflict}
        savedBy={bare ? null : 'Ada Okoye'}
        onSave={(answers) => setDid(JSON.stringify(conflict.merge.resolve(answers)))}
        onDiscard={() => setDid('discarded')}
        {...(!bare && { onKeepCopy: () => setDid('copied'), onClose: () => setDid('closed') })}
      />
    </>
  );
}

export const stories: Stories = {
  tray: () => ({ render: () => <Tray items={ITEMS} /> }),
  'tray, empty': () => ({ render: () => <ContentReviewStatusTray items={[]} activeId={null} open={false} onSelect={() => undefined} /> }),
  'tray, hostile': () => ({
    render: () => (
      <Tray
        items={[
          { id: HOSTILE.attribute, icon: HOSTILE.markup as never, label: HOSTILE_TEXT, tone: 'danger', status: HOSTILE_TEXT },
          { id: 'facts', icon: 'facts', label: HOSTILE.long, tone: 'warning', status: HOSTILE.reversed },
        ]}
      />
    ),
  }),
  merge: () => ({ provider: { timeZone: 'Europe/Berlin' }, render: () => <Merge conflict={two} /> }),
  'merge, other values': () => ({ render: () => <Merge conflict={other} bare /> }),
  'merge, hostile': () => ({ render: () => <Merge conflict={hostile} /> }),
};
