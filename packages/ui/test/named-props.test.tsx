import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ContentAgentChat } from '../src/components/chat/index.ts';
import { ContentEditor, ContentList, ContentReviewStatusTray, GovernedContentEditor } from '../src/components/content/index.ts';
import {
  ContentContributionForm,
  ContentContributionInbox,
  ContentContributionPortal,
  ContentContributionTypeManager,
  ContentContributorManager,
} from '../src/components/contributions/index.ts';
import {
  ContentGovernanceAssignmentEditor,
  ContentGovernanceManager,
  ContentGovernancePanel,
  ContentGovernancePolicyEditor,
  ContentGovernanceProfileEditor,
} from '../src/components/governance/index.ts';
import { ArticleCard, ArticleList, ContentTransparencyReport, ImageThumbnail, Markdown } from '../src/components/reading/index.ts';
import { ColophonProvider } from '../src/index.ts';
import {
  type AssistantContext,
  type AssistantRegistration,
  createContentEditorState,
  createJobs,
  getContentEditorAssetImageSource,
  resolveContentEditorImageSelection,
} from '../src/state/index.ts';
import { fakeClient } from '../src/testing/fake-client.ts';
import { contentRecord } from '../src/testing/records.ts';
import { publishedAccount } from './stories/accounts.ts';

/** The names of a component's props; a name that it does not take does not compile. */
const takes =
  <Props extends object>(_component: (props: Props) => ReactElement | null) =>
  (...names: readonly (keyof Props)[]): readonly unknown[] =>
    names;

const client = fakeClient(() => ({ items: [] }));
const row = contentRecord({});
const done = (): void => undefined;
const later = async (): Promise<void> => undefined;

/** Each component with the props that are named of it, and no other: more than these are never needed. */
const COMPONENTS: Readonly<Record<string, ReactElement>> = {
  'ContentList of contents': (
    <ContentList contents={[row]} jobs={createJobs({ client })} onEdit={done} onDelete={done} onAdd={done} getViewHref={() => '/a'} />
  ),
  'ContentList of a query': <ContentList query={{ filters: { type: 'article' } }} />,
  ContentEditor: <ContentEditor content={row} onSave={done} onCancel={done} hideChat onAssistantContextChange={done} />,
  'ContentEditor by an id': <ContentEditor contentId="1" onSave={done} />,
  GovernedContentEditor: (
    <GovernedContentEditor content={row} contentId="1" onSave={done} onCancel={done} hideChat onAssistantContextChange={done} />
  ),
  'ContentAgentChat at a path': <ContentAgentChat contentId="1" apiBasePath="/api/v1" assistantContext={null} />,
  'ContentAgentChat at an address': <ContentAgentChat contentId="1" apiBaseUrl="https://news.example/api/v1" assistantContext={null} />,
  ContentReviewStatusTray: <ContentReviewStatusTray items={[]} activeId={null} open={false} onSelect={done} />,
  ArticleCard: <ArticleCard article={row} />,
  ArticleList: <ArticleList articles={[row]} />,
  ImageThumbnail: <ImageThumbnail src={null} alt="A mill" />,
  Markdown: <Markdown source="It *rained*." />,
  ContentGovernanceManager: <ContentGovernanceManager />,
  ContentGovernancePanel: <ContentGovernancePanel contentId="1" />,
  ContentGovernancePolicyEditor: (
    <ContentGovernancePolicyEditor policy={{ key: 'a', label: 'A', kind: 'custom', instructions: '' }} onSave={later} />
  ),
  ContentGovernanceProfileEditor: <ContentGovernanceProfileEditor profile={{ key: 'a', label: 'A', requirements: [] }} onSave={later} />,
  ContentGovernanceAssignmentEditor: <ContentGovernanceAssignmentEditor assignment={{ contentType: 'article' }} onSave={later} />,
  ContentTransparencyReport: <ContentTransparencyReport data={publishedAccount} />,
  ContentContributionForm: <ContentContributionForm types={[]} onSubmit={async () => ({ status: 'received' }) as never} onCancel={done} />,
  ContentContributionInbox: (
    <ContentContributionInbox
      contributions={[]}
      selectedId={null}
      onSelect={done}
      onApprove={done}
      onReject={done}
      onRequestChanges={done}
    />
  ),
  ContentContributionPortal: <ContentContributionPortal contributions={[]} onSelect={done} onWithdraw={later} />,
  ContentContributionTypeManager: <ContentContributionTypeManager types={[]} onSave={later} onDelete={later} />,
  ContentContributorManager: <ContentContributorManager contributors={[]} onSave={later} onDelete={later} />,
};

describe('the specified props of each component', () => {
  it.each(Object.entries(COMPONENTS))('%s: are sufficient', (_name, component) => {
    const html = renderToString(<ColophonProvider client={client}>{component}</ColophonProvider>);
    expect(html.length).toBeGreaterThan(100);
  });

  it('have these names', () => {
    takes(ContentList)('contents', 'query', 'jobs', 'onEdit', 'onDelete', 'onAdd', 'getViewHref');
    for (const editor of [ContentEditor, GovernedContentEditor])
      takes(editor)('content', 'contentId', 'onSave', 'onCancel', 'hideChat', 'onAssistantContextChange');
    takes(ContentAgentChat)('contentId', 'apiBasePath', 'apiBaseUrl', 'assistantContext');
    takes(ContentReviewStatusTray)('items', 'activeId', 'open', 'onSelect');
    takes(ContentContributionForm)('types', 'onSubmit', 'onCancel');
    expect(Object.keys(COMPONENTS).length).toBeGreaterThan(20);
  });
});

describe('an assistant', () => {
  it('gets the piece, its draft fields, text, links and readiness', () => {
    expectTypeOf<AssistantContext>().toExtend<{
      readonly contentId: string | null;
      readonly fields: object;
      readonly currentEditorState: string;
      readonly referenceIds: readonly string[];
      readonly facts: object | null;
      readonly governance: object | null;
    }>();
  });

  it('has four actions', () => {
    expectTypeOf<keyof AssistantRegistration['actions']>().toEqualTypeOf<'triggerSave' | 'triggerReview' | 'applyFieldUpdates' | 'undo'>();
    expectTypeOf<Parameters<AssistantRegistration['actions']['triggerSave']>>().toEqualTypeOf<[]>();
  });
});

describe('helpers for custom editors', () => {
  it('manage a form, return the address of a picture, and add one', async () => {
    const editor = createContentEditorState({ content: row });
    editor.update({ title: 'B' });
    editor.addAsset('a1');
    editor.setThumbnailAsset('a1');
    editor.setReferenceIds(['2']);
    editor.setFactIds(['f1']);
    editor.removeAsset('a1');
    expect([editor.form.title, editor.savePayload.fields, editor.status]).toEqual(['B', { title: 'B' }, 'unsaved']);
    editor.reset(row);
    expect(editor.snapshot.isDirty).toBe(false);
    editor.dispose();
    expect(getContentEditorAssetImageSource({ fileUrl: '/a.png' })).toBe('/a.png');
    const asset = { id: 'a1', name: 'a.png' };
    expect(await resolveContentEditorImageSelection(client, asset)).toBe(asset);
  });
});
