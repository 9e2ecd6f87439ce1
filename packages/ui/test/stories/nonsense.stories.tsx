import type { ReactNode } from 'react';
import { ContentAgentChat } from '../../src/components/chat/index.ts';
import { ContentComments } from '../../src/components/comments/index.ts';
import { ContentEditor, ContentList, GovernedContentEditor } from '../../src/components/content/index.ts';
import { ContentContributionInbox, type ContributionRecord } from '../../src/components/contributions/index.ts';
import { ContentGovernanceManager, ContentGovernancePanel } from '../../src/components/governance/index.ts';
import { ContentTransparencyReport } from '../../src/components/reading/index.ts';
import { ContentTrash } from '../../src/components/trash/index.ts';
import { fakeClient } from '../../src/testing/fake-client.ts';
import { PIECE } from './editor.stories.tsx';
import type { Stories, Story } from './story.ts';

/** What a proxy, an older version or a broken server may answer with 200. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  nothing: null,
  'a text': '<html>Welcome to the guest network</html>',
  'an empty object': {},
  'a list': [1, null, 'x'],
  'items that are none': { items: 'many', count: 'all' },
  'items of anything': { items: [null, 5, 'x', {}, { id: 7, title: { a: 1 }, tags: 'x' }], count: -1, nextCursor: 9 },
  'members of other types': {
    id: 1,
    rev: 'two',
    title: ['a'],
    body: 5,
    tags: null,
    effective: null,
    policies: 'x',
    profiles: {},
    reviewProfiles: 5,
    session: 'x',
    threads: { a: 1 },
    messages: 'x',
    facts: 'x',
  },
};

const contribution = { id: 'c1', contributionTypeKey: 'letter', status: 'submitted', title: 'A letter' } as ContributionRecord;
const nothing = (): undefined => undefined;

const COMPONENTS: Readonly<Record<string, (answer: unknown) => ReactNode>> = {
  ContentList: () => <ContentList query={{ key: 'all' }} />,
  ContentEditor: () => <ContentEditor contentId="1" onSave={nothing} />,
  'ContentEditor, open': () => <ContentEditor content={PIECE} onSave={nothing} />,
  GovernedContentEditor: () => <GovernedContentEditor content={PIECE} onSave={nothing} />,
  ContentGovernancePanel: () => <ContentGovernancePanel contentId="1" />,
  ContentGovernanceManager: () => <ContentGovernanceManager />,
  ContentTrash: () => <ContentTrash />,
  ContentComments: () => <ContentComments contentId="1" />,
  ContentAgentChat: () => <ContentAgentChat contentId="1" assistantContext={null} />,
  ContentContributionInbox: () => (
    <ContentContributionInbox
      contributions={[contribution]}
      selectedId="c1"
      onSelect={nothing}
      onApprove={nothing}
      onReject={nothing}
      onRequestChanges={nothing}
    />
  ),
  ContentTransparencyReport: (answer) => <ContentTransparencyReport data={answer as never} />,
};

function over(answer: unknown, render: (answer: unknown) => ReactNode): Story {
  return { provider: { client: fakeClient(() => answer), role: 'admin', user: { id: 'u1' } }, render: () => render(answer) };
}

export const stories: Stories = Object.fromEntries(
  Object.entries(COMPONENTS).flatMap(([component, render]) =>
    Object.entries(ANSWERS).map(([name, answer]) => [`${component}: ${name}`, () => over(answer, render)]),
  ),
);
