import { useState } from 'react';
import { ContentAgentChat } from '../../src/components/chat/index.ts';
import { assistantContext } from '../../src/state/assistant/context.ts';
import type { Proposal } from '../../src/state/assistant/proposal.ts';
import { createContentEditorState } from '../../src/state/editor/editor-state.ts';
import { registerAssistant, type AssistantRegistration } from '../../src/state/assistant/registration.ts';
import { useStore } from '../../src/components/provider/use-store.ts';
import { type ChatScript, chatServer } from '../../src/testing/chat.ts';
import { problem } from '../../src/testing/problem.ts';
import { PIECE } from './editor.stories.tsx';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories, Story } from './story.ts';

const PROPOSAL: Proposal = {
  id: 'p1',
  baseRev: 3,
  reason: 'Shorter, and it names who said so.',
  model: 'm-1',
  changes: [
    { field: 'title', value: 'Council finds the money' },
    { field: 'body', find: 'Everybody says so.', replace: 'The clerk says so.' },
    { field: 'body', find: 'It snowed.', replace: 'It rained.' },
  ],
};

/** A piece that is open beside the chat, as text. */
function Beside() {
  const [editor] = useState(() => createContentEditorState({ content: PIECE }));
  const [registration, setRegistration] = useState<AssistantRegistration | null>(null);
  useState(() => registerAssistant({ editor, onChange: (now) => queueMicrotask(() => setRegistration(now)) }));
  const { fields, steps } = useStore(editor);
  return (
    <>
      <ContentAgentChat contentId="1" assistantContext={registration} onProposal={({ id }) => (document.title = `proposal ${id}`)} />
      <p data-title>{fields.title}</p>
      <p data-body className="colo-chat-said">
        {fields.body}
      </p>
      <p data-steps>{steps.length}</p>
    </>
  );
}

function over(script: ChatScript): Story {
  return { provider: { client: chatServer(script), storage: null }, render: () => <Beside /> };
}

const context = assistantContext(createContentEditorState({ content: PIECE }));

export const stories: Stories = {
  chat: () => over({ proposal: PROPOSAL, answer: 'Here is a **shorter** one. ![x](https://elsewhere.example/x.png)' }),
  'chat, with sources': () =>
    over({
      proposal: null,
      answer: 'The harbour opened in 1866, say the port authority and the archive.',
      sources: [
        { type: 'url', url: 'https://harbour.example/history', title: 'History of the harbour', cited: true },
        { type: 'document', url: null, title: 'minutes-1866.pdf', cited: true },
        { type: 'url', url: 'https://archive.example/1866', title: null, cited: false },
      ],
    }),
  'chat, answering': () => over({ until: new Promise(() => undefined), proposal: null }),
  'chat, refused': () => over({ refuses: problem(503, 'chat_unavailable', 'No model is there to ask.') }),
  'chat, off': () => over({ notice: 'Chat is not available: no model is configured.' }),
  'chat, not stored': () => ({
    provider: { client: chatServer() },
    render: () => <ContentAgentChat contentId={null} assistantContext={null} />,
  }),
  'chat, without an editor': () => ({
    provider: { client: chatServer() },
    render: () => <ContentAgentChat contentId="1" assistantContext={context} />,
  }),
  'chat, hostile': () =>
    over({
      answer: HOSTILE_TEXT,
      sources: [
        { type: 'url', url: HOSTILE.link, title: HOSTILE_TEXT, cited: true },
        { type: 'url', url: `https://elsewhere.example/${HOSTILE.long}`, title: HOSTILE.markup, cited: false },
        { type: 'document', url: null, title: HOSTILE.reversed, cited: true },
      ],
      proposal: {
        ...PROPOSAL,
        reason: HOSTILE_TEXT,
        changes: [
          { field: HOSTILE.attribute, value: HOSTILE.markup },
          { field: 'title', value: HOSTILE.long },
        ],
      },
    }),
};
