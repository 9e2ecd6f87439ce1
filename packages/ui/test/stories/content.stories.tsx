import { useState } from 'react';
import { ContentReviewStatusTray, type ReviewStatusItem } from '../../src/components/content/index.ts';
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
};
