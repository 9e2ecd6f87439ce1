import { type Caller, type Database, makeCall, runOperation, SCOPES } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editor, type Newsroom, newsroomIn } from '../../test/support.ts';
import { contentChat, type ContentChatModel, Contents, peopleNames } from '../index.ts';

describeOnEveryDatabase('what an assistant changed', (open) => {
  let newsroom: Newsroom;
  let database: Database;
  let proposal: object;
  const ada = { ...editor('gazette'), id: 'ada' };
  const model: ContentChatModel = {
    async *reply() {
      await Promise.resolve();
      yield { toolCall: { name: 'propose_changes', arguments: JSON.stringify(proposal) } };
      yield { finish: { model: 'writer-2', usage: null } };
    },
  };
  beforeAll(async () => {
    database = await open();
    newsroom = await newsroomIn(database);
    database.ports.provide(contentChat, { model });
    database.ports.provide(peopleNames, async (_database, ids) => new Map(ids.map((id) => [id, id === 'ada' ? 'Ada' : 'Other'])));
    await newsroom.run('content-governance-assignments.create', {
      as: { ...ada, role: 'admin' },
      input: { contentType: 'article', transparencyEnabled: true },
    });
  });
  beforeEach(() => {
    proposal = { changes: [{ field: 'title', value: 'The old oak' }], reason: '' };
  });
  const run = (name: string, key: string, input: object = {}) => newsroom.run(`contents.${name}`, { as: ada, key, input });
  const propose = async (id: string): Promise<string> => {
    const thread = (await run('createChatThread', id)).value['thread'] as { id: string };
    const sent = await run('sendChatMessage', id, { threadId: thread.id, content: 'Change it.' });
    return (sent.value['proposals'] as { id: string }[])[0]?.id ?? '';
  };

  it('is named in the frozen account with its tool and whoever approved it; what was not applied, or taken back, is not', async () => {
    const { id } = await new Contents(database).add({
      type: 'article',
      title: 'The oak',
      body: 'It rained.',
      tenantId: 'gazette',
    } as never);
    const applied = await propose(id);
    await run('applyChatProposal', id, { proposalId: applied });
    proposal = { changes: [{ find: 'It rained.', replace: 'It poured.' }], reason: '' };
    await run('applyChatProposal', id, { proposalId: await propose(id) });
    proposal = { changes: [{ field: 'description', value: 'An oak.' }], reason: '' };
    const back = await propose(id);
    await run('applyChatProposal', id, { proposalId: back });
    await run('takeBackChatProposal', id, { proposalId: back });
    await run('update', id, { status: 'published' });
    const expected = [
      {
        agent: 'assistant',
        model: 'writer-2',
        tool: 'propose_changes',
        fields: ['body', 'title'],
        approvedBy: 'Ada',
        approvals: 2,
        approvalIds: [expect.any(String), expect.any(String)] as unknown[],
        first: expect.any(String) as unknown,
        last: expect.any(String) as unknown,
      },
    ];
    const { value: account } = await run('getPublishedTransparencyAction', id);
    expect(account['assistance']).toEqual(expected);
    expect((await run('transparencyJsonLd', id)).value).toMatchObject({
      contributor: [{ '@type': 'SoftwareApplication', name: 'writer-2' }],
    });
    // The account was frozen: what is taken back later does not change it.
    const [first] = account['assistance'] as { approvalIds: string[] }[];
    await run('takeBackChatProposal', id, { proposalId: applied });
    const frozen = await new Contents(database, makeCall({ caller: ada })).require(id);
    expect((await frozen.getPublishedTransparencyAction()).assistance?.[0]?.approvalIds).toEqual(first?.approvalIds);
    expect((await run('previewTransparencyAction', id)).value['assistance']).toMatchObject([{ fields: ['body'], approvals: 1 }]);
  });

  it('is nothing in a piece that it did not change', async () => {
    const { id } = await new Contents(database).add({ type: 'article', title: 'Alone', tenantId: 'gazette' } as never);
    await propose(id);
    expect((await run('previewTransparencyAction', id)).value['assistance']).toEqual([]);
  });

  describe('and what an agent wrote', () => {
    const quill = {
      grantId: 'g1',
      clientId: 'https://quill.example/client.json',
      name: 'Quill\u202e',
      verifiedHost: 'quill.example',
      scopes: SCOPES,
      role: 'editor',
      ask: 'destructive',
    } as const;
    const agent = { ...ada, agent: quill };
    const draft = async (): Promise<string> =>
      (await new Contents(database).add({ type: 'article', title: 'The elm', body: 'It rained.', tenantId: 'gazette' } as never)).id;
    const update = (as: Caller, key: string, input: object, approvalId?: string) =>
      runOperation(operationOf('contents.update'), {
        database,
        call: makeCall({ caller: as, ...(approvalId === undefined ? {} : { approvalId }) }),
        key,
        input,
      });
    const operationOf = (id: string) => {
      const found = newsroom.table.operations.find((each) => each.id === id);
      if (!found) throw new Error(id);
      return found;
    };

    it('is named in the frozen account with the person for whom it acted, and who approved that it published', async () => {
      const id = await draft();
      await update(agent, id, { body: 'It poured.', category: 'weather' });
      await update(ada, id, { description: 'By herself.' });
      await expect(update(agent, id, { status: 'published' })).rejects.toMatchObject({ status: 403, code: 'approval_required' });
      expect((await new Contents(database).require(id)).status).toBe('draft');
      await update(agent, id, { status: 'published' }, 'approval-1');
      const expected = [
        {
          agent: 'client',
          // Without what would turn around the text beside it.
          client: 'Quill',
          host: 'quill.example',
          verified: true,
          actingFor: { name: 'Ada' },
          operations: ['contents.update'],
          fields: ['body', 'category', 'publish_date', 'status'],
          approvedBy: 'Ada',
          approvals: 1,
          approvalIds: ['approval-1'],
          first: expect.any(String) as unknown,
          last: expect.any(String) as unknown,
        },
      ];
      const { value: account } = await run('getPublishedTransparencyAction', id);
      expect(account['assistance']).toEqual(expected);
      expect((await run('transparencyJsonLd', id)).value).toMatchObject({
        contributor: [{ '@type': 'SoftwareApplication', name: 'Quill' }],
      });
    });

    it('names each person for whom it acted, and says when nobody vouches for it', async () => {
      const id = await draft();
      const unknown = { ...quill, clientId: 'c_1', name: 'Nib', verifiedHost: null };
      await update({ ...ada, agent: unknown }, id, { title: 'The ash' });
      await update({ ...ada, id: 'bob', agent: quill }, id, { title: 'The fir' });
      expect((await run('previewTransparencyAction', id)).value['assistance']).toMatchObject([
        { client: 'Quill', host: 'quill.example', actingFor: { name: 'Other' }, approvedBy: null, approvals: 0 },
        { client: 'Nib', host: null, verified: false, actingFor: { name: 'Ada' } },
      ]);
    });
  });
});
