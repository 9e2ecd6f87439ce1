import { describe, expect, it } from 'vitest';
import { chatServer } from '../../testing/chat.ts';
import { problem } from '../../testing/problem.ts';
import { contentRecord } from '../../testing/records.ts';
import { createContentEditorState } from '../editor/editor-state.ts';
import { createChatSession } from './chat-session.ts';
import { assistantContext } from './context.ts';
import { shownChanges, updatesOf } from './proposal.ts';

const context = assistantContext(createContentEditorState({ content: contentRecord({ title: 'A', body: 'It rained. It ended.' }) }));
const proposal = {
  id: 'p1',
  baseRev: 1,
  reason: '',
  changes: [
    { field: 'title', value: 'B' },
    { field: 'body', find: 'It rained.', replace: 'It poured $&.' },
    { field: 'body', find: 'It', replace: 'They' },
  ],
};

describe('a chat', () => {
  it('creates a thread with its first message, and sends the state of the editor', async () => {
    const client = chatServer();
    const chat = createChatSession({ client, contentId: '1' });
    await chat.open();
    await chat.say('Shorten the title.', context);
    const { messages, proposals, threads, isReplying } = chat.getSnapshot();
    expect(messages.map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', 'Shorten the title.', 'done'],
      ['assistant', 'Here is a shorter one.', 'done'],
    ]);
    expect([proposals.length, threads[0]?.title, isReplying]).toEqual([1, 'Shorten the title.', false]);
    expect(client.streams[0]).toMatchObject({
      path: '/contents/1/chat/t1/messages',
      body: { content: 'Shorten the title.', currentEditorState: 'It rained. It ended.', formFields: { title: 'A' } },
    });
  });

  it('follows a reply after its connection was lost, and sends nothing twice', async () => {
    const client = chatServer({ breaksOff: true });
    const chat = createChatSession({ client, contentId: '1' });
    await chat.open();
    await chat.say('Hello', null);
    expect(client.streams.map(({ path }) => path)).toEqual(['/contents/1/chat/t1/messages', '/contents/1/chat/t1/events']);
    expect(chat.getSnapshot().messages.at(-1)).toMatchObject({ content: 'Here is a shorter one.', status: 'done' });
  });

  it('keeps a rejected message, with the reason, until another is sent', async () => {
    const client = chatServer({ refuses: problem(503, 'chat_unavailable', 'No model is there.') });
    const chat = createChatSession({ client, contentId: '1' });
    await chat.open();
    await chat.say('Hello', null);
    expect(chat.getSnapshot().messages).toMatchObject([{ content: 'Hello', status: 'failed', problem: { detail: 'No model is there.' } }]);
  });

  it('is unavailable if the server says so, with its reason', async () => {
    const chat = createChatSession({ client: chatServer({ notice: 'Chat is off.' }), contentId: '1' });
    await chat.open();
    expect(chat.getSnapshot()).toMatchObject({ status: 'off', notice: 'Chat is off.' });
  });

  it('stops replies and decides about proposals on the server', async () => {
    const client = chatServer();
    const chat = createChatSession({ client, contentId: '1' });
    await chat.open();
    await chat.say('Hello', null);
    await chat.stop();
    await chat.decide('p1', 'apply');
    expect(client.sent.filter(({ method }) => method === 'post').map(({ path, body }) => [path, body])).toEqual([
      ['/contents/{id}/chat', { title: 'Hello' }],
      ['/contents/{id}/chat/proposals/{proposalId}/apply', { local: true }],
    ]);
    expect(chat.getSnapshot().proposals[0]?.status).toBe('applied');
  });
});

describe('a proposal', () => {
  it('is applied to the current text; replacements whose text does not occur exactly once are omitted', () => {
    expect(updatesOf(proposal, context)).toEqual({ updates: { title: 'B', body: 'It poured $&. It ended.' }, unfit: [2] });
    expect(updatesOf(proposal, context, [2])).toEqual({ updates: {}, unfit: [2] });
    expect(updatesOf(proposal, context, [0])).toEqual({ updates: { title: 'B' }, unfit: [] });
  });

  it('is shown with the current text, and reports what no longer applies', () => {
    expect(shownChanges(proposal, context).map(({ before, after, fits }) => [before, after, fits])).toEqual([
      ['A', 'B', true],
      ['It rained.', 'It poured $&.', true],
      ['It', 'They', false],
    ]);
  });
});
