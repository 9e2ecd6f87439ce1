import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMemoryApprovalStore,
  decideApproval,
  defineTool,
  digestOfCall,
  getAI,
  runTools,
  type Approval,
  type RunToolsOptions,
  type ToolAction,
  type ToolLoopState,
} from '../src/index.ts';
import { callsIn, chunk, events } from './loopback/event-stream.ts';
import { LoopbackVendor, type Reply } from './loopback/server.ts';
import { openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Pay the bill, please.' }] as const;
const amount = { type: 'object', properties: { euro: { type: 'number' } } } as const;
const pay = (euro: unknown, id = 'call_0'): unknown => ({
  index: 0,
  id,
  type: 'function',
  function: { name: 'transfer', arguments: JSON.stringify({ euro }) },
});
const plain = (call: unknown): Reply => ({
  json: { model: 'm', choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }] },
});
const done = events(chunk({ content: 'Paid.' }), chunk({}, 'stop'), '[DONE]');
const plainDone: Reply = { json: { model: 'm', choices: [{ message: { content: 'Paid.' }, finish_reason: 'stop' }] } };

let vendor: LoopbackVendor;
let ran: unknown[];
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  ran = [];
});
const transfer = defineTool({
  name: 'transfer',
  parameters: amount,
  needsApproval: true,
  execute: (input, { approval }) => {
    ran.push(approval === undefined ? input : { ...input, by: approval.decidedBy });
    return 'sent';
  },
});
/** The vendor answers with these replies in turn. */
function script(...replies: Reply[]): void {
  const left = [...replies];
  vendor.wire = () => left.shift() ?? plainDone;
}
const client = () => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${vendor.url}/v1` }, {});
const tools = { tools: [transfer] } satisfies RunToolsOptions;
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const approve = (state: ToolLoopState, by = 'Ada'): Approval[] =>
  stored(state.waiting.map((pending) => decideApproval(pending, { decision: 'approved', by })));

describe('an approval by the id of a call', () => {
  it.each([
    ['in a stream', { onEvent: () => undefined }, callsIn([pay(5)]), callsIn([pay(90_000)]), done],
    ['in whole answers', {}, plain(pay(5)), plain(pay(90_000)), plainDone],
  ] as const)('approves nothing that the vendor asks later under the same id, %s', async (_name, options, first, second, last) => {
    script(first, second, last);
    const ai = await client();
    const waiting = await runTools(ai, ask, { ...tools, ...options });
    expect(waiting).toMatchObject({ status: 'awaiting-approval', pending: [{ id: 'call_0' }] });
    const next = await runTools(ai, stored(waiting.messages), { ...tools, ...options, approvals: { call_0: true } });
    expect(ran).toEqual([{ euro: 5 }]);
    expect(next).toMatchObject({ status: 'awaiting-approval', pending: [{ function: { arguments: '{"euro":90000}' } }] });
  });

  it('approves neither of two waiting calls with one id, nor anything if no call waits', async () => {
    const two = [pay(5), pay(90_000)];
    script(
      { json: { model: 'm', choices: [{ message: { content: null, tool_calls: two }, finish_reason: 'tool_calls' }] } },
      plain(pay(7)),
    );
    const ai = await client();
    const waiting = await runTools(ai, ask, tools);
    const ids = waiting.pending.map(({ id }) => id);
    const decided = await runTools(ai, waiting.messages, { ...tools, approvals: { [ids[0] as string]: true } });
    if (ids[0] === ids[1]) expect(decided.approvalProblems).toContainEqual({ id: 'call_0', reason: 'ambiguous' });
    expect(ran).not.toContainEqual({ euro: 90_000 });
    ran = [];
    const early = await runTools(ai, ask, { ...tools, approvals: { call_0: true } });
    expect([early.status, ran]).toEqual(['awaiting-approval', []]);
    expect(early.approvalProblems).toEqual([{ id: 'call_0', reason: 'not_pending' }]);
  });
});

describe('an approval as a record', () => {
  it('names the tool, the digest, the conversation, for whom, by whom and until when, and not the arguments', async () => {
    script(plain(pay(5)));
    const actions: ToolAction[] = [];
    const ai = await client();
    const { state } = await runTools(ai, ask, { ...tools, conversation: 'talk-7', requestedFor: 'Grace' });
    expect(state.waiting[0]).toMatchObject({ tool: 'transfer', arguments: '{"euro":5}', conversation: 'talk-7', requestedFor: 'Grace' });
    const [record] = approve(state);
    expect(record).toMatchObject({
      tool: 'transfer',
      conversation: 'talk-7',
      requestedFor: 'Grace',
      decidedBy: 'Ada',
      decision: 'approved',
    });
    expect(record?.digest).toBe(await digestOfCall('transfer', ' { "euro" : 5 } '));
    expect(JSON.stringify(record)).not.toContain('euro');
    script(plainDone);
    const result = await runTools(ai, stored(state), {
      ...tools,
      approvals: approve(state),
      onAction: (action) => void actions.push(action),
    });
    expect(ran).toEqual([{ euro: 5, by: 'Ada' }]);
    expect(actions).toMatchObject([{ tool: 'transfer', outcome: 'succeeded', decidedBy: 'Ada', digest: record?.digest }]);
    expect(result.state).toMatchObject({ waiting: [], actions, steps: 2, conversation: 'talk-7' });
  });

  it('is used once, in its conversation, for its person, before it expires, for the arguments that were shown', async () => {
    script(plain(pay(5)));
    const ai = await client();
    const { state } = await runTools(ai, ask, { ...tools, requestedFor: 'Grace' });
    const [record] = approve(state) as [Approval];
    const changed = stored(state);
    const other = { id: 'call_0', type: 'function', function: { name: 'transfer', arguments: '{"euro":90000}' } } as const;
    changed.messages[1] = { role: 'assistant', content: '', toolCalls: [other] };
    const cases: [string, ToolLoopState, Approval][] = [
      ['changed', changed, record],
      ['other_conversation', { ...state, conversation: 'another' }, record],
      ['other_conversation', { ...state, requestedFor: 'Mallory' }, record],
      ['expired', state, { ...record, expiresAt: new Date(Date.now() - 1).toISOString() }],
      ['expired', state, { ...record, expiresAt: 'never' }],
    ];
    for (const [reason, from, approval] of cases) {
      const result = await runTools(ai, stored(from), { ...tools, approvals: [approval] });
      expect(result).toMatchObject({ status: 'awaiting-approval', approvalProblems: [{ id: record.id, reason }] });
    }
    expect(ran).toEqual([]);
    const store = createMemoryApprovalStore();
    const once = { ...tools, approvals: [record], approvalStore: store };
    script(plainDone);
    expect((await runTools(ai, stored(state), once)).status).toBe('completed');
    const again = await runTools(ai, stored(state), once);
    expect(again).toMatchObject({ status: 'awaiting-approval', approvalProblems: [{ reason: 'used' }] });
    expect(again.state.waiting[0]?.id).not.toBe(record.id);
    const away = { add: () => Promise.reject(new Error('away')), use: () => Promise.reject(new Error('away')) };
    const failed = await runTools(ai, stored(state), { ...once, approvalStore: away });
    expect(failed).toMatchObject({
      status: 'awaiting-approval',
      approvalProblems: [{ reason: 'store_failed' }, { reason: 'store_failed' }],
    });
    expect(ran).toEqual([{ euro: 5, by: 'Ada' }]);
  });

  it('continues a loop in another process, which asks again for the next call', async () => {
    script(plain(pay(5)));
    const { state } = await runTools(await client(), ask, tools);
    script(plain(pay(90_000)));
    const child = spawn(
      process.execPath,
      ['--conditions=@colophon/source', fileURLToPath(new URL('processes/resume-loop.ts', import.meta.url)), vendor.url],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    child.stdin.end(JSON.stringify({ state, approvals: approve(state) }));
    const result = JSON.parse(await text(child.stdout)) as { ran: unknown; status: string; state: ToolLoopState };
    expect(result).toMatchObject({ ran: [{ euro: 5 }], status: 'awaiting-approval', problems: [] });
    expect(result.state).toMatchObject({ conversation: state.conversation, steps: 2, waiting: [{ arguments: '{"euro":90000}' }] });
    expect(result.state.actions).toMatchObject([{ decidedBy: 'Ada', outcome: 'succeeded' }]);
  });

  it('is a decision by somebody, before the request expires', async () => {
    script(plain(pay(5)));
    const { state } = await runTools(await client(), ask, { ...tools, approvalLifetime: 60_000 });
    const [pending] = state.waiting as [ToolLoopState['waiting'][number]];
    const late = new Date(Date.parse(pending.expiresAt));
    for (const decision of [
      { decision: 'approved', by: ' ' },
      { decision: 'yes', by: 'Ada' },
      { decision: 'approved', by: 'Ada', at: late },
    ]) {
      expect(() => decideApproval(pending, decision as never)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    }
    const [refusal] = [decideApproval(pending, { decision: 'rejected', by: 'Ada' })];
    script(plainDone);
    const result = await runTools(await client(), state, { ...tools, approvals: [refusal] });
    expect(ran).toEqual([]);
    expect(result.state.actions).toMatchObject([{ outcome: 'refused', decidedBy: 'Ada', approvalId: pending.id }]);
  });

  it('by `approve` may say who decided', async () => {
    script(plain(pay(5)));
    const { state } = await runTools(await client(), ask, { ...tools, approve: () => ({ approved: true, by: 'Ada' }) });
    expect(state.actions).toMatchObject([{ decidedBy: 'Ada', outcome: 'succeeded' }]);
    script(plain(pay(6)));
    await runTools(await client(), ask, { ...tools, approve: () => ({ approved: 'yes', by: 'Ada' }) as never });
    expect(ran).toEqual([{ euro: 5 }]);
  });
});

describe('a stopped loop', () => {
  it('keeps its limits when it is continued', async () => {
    const priced = { prices: { m: { inputPerMillion: 0, outputPerMillion: 1000 } }, type: 'openai', apiKey: 'k' } as const;
    const free = defineTool({ name: 'transfer', parameters: amount, execute: () => 'sent' });
    const usage = { prompt_tokens: 0, completion_tokens: 400, total_tokens: 400 };
    vendor.wire = () => ({ json: { ...(plain(pay(1)) as { json: object }).json, usage } });
    const ai = await getAI({ ...priced, baseUrl: `${vendor.url}/v1`, defaultModel: 'm' }, {});
    const options = { tools: [free], maxTokens: 500, budget: { maxCost: 1 }, maxSteps: 1 } satisfies RunToolsOptions;
    const first = await runTools(ai, ask, options);
    expect(first).toMatchObject({ status: 'step-limit', state: { steps: 1, spent: 0.4 } });
    const second = await runTools(ai, stored(first.state), { ...options, maxSteps: 2 });
    expect(second).toMatchObject({ status: 'step-limit', state: { steps: 2, spent: 0.8 }, usage: { totalTokens: 800 } });
    expect((await runTools(ai, stored(second.state), { ...options, maxSteps: 9 })).status).toBe('budget');
    expect(vendor.requests).toHaveLength(2);
    for (const wrong of [{}, { ...first.state, spent: -1 }, { ...first.state, version: 2 }]) {
      await expect(runTools(ai, wrong as never, options)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it('pauses before its next request, with what was done', async () => {
    script(plain(pay(5)));
    const pause = new AbortController();
    const result = await runTools(await client(), ask, { ...tools, pause: pause.signal, approve: () => true, onStep: () => pause.abort() });
    expect(result).toMatchObject({ status: 'paused', state: { steps: 1, actions: [{ outcome: 'succeeded' }] } });
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('the fields of a tool', () => {
  const tool = { name: 'transfer', parameters: amount, execute: () => 'sent' };
  it.each([
    ['needApproval', { ...tool, needApproval: true }, 'Did you mean transfer: needsApproval?'],
    ['the form of needsApproval', { ...tool, needsApproval: 'yes' }, 'needsApproval of the tool transfer'],
    ['a tool without execute', { name: 'transfer', parameters: amount }, 'execute of the tool transfer'],
    ['no tool', null, 'must be an object'],
  ])('are checked: %s', async (_name, wrong, message) => {
    const ai = await client();
    const refusal = { code: 'INVALID_INPUT', message: expect.stringContaining(message) };
    await expect(runTools(ai, ask, { tools: [wrong as never] })).rejects.toMatchObject(refusal);
    expect(() => defineTool(wrong as never)).toThrow(expect.objectContaining(refusal));
    expect(vendor.requests).toHaveLength(0);
  });

  it('two tools of one name are refused: one might need no approval', async () => {
    const free = defineTool(tool);
    await expect(runTools(await client(), ask, { tools: [transfer, free] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('the digest of a call', () => {
  it('does not depend on white space or the order of keys, and on everything else', async () => {
    const of = (text: string) => digestOfCall('transfer', text);
    expect(await of('{"b":[1,{"d":2,"c":3}],"a":1}')).toBe(await of(' {"a": 1, "b": [1, {"c": 3, "d": 2}]}'));
    const different = [
      '{}',
      '{"a":1}',
      '{"a":"1"}',
      '{"a":[1]}',
      '{"a":null}',
      '{"a":1e999}',
      '{"a":-1e999}',
      '{"1":1}',
      'a',
      '"a"',
      '{"\\u0000":[["a",1]]}',
    ];
    expect(new Set(await Promise.all(different.map(of))).size).toBe(different.length);
    expect(await digestOfCall('transfer', '{}')).not.toBe(await digestOfCall('transfers', '{}'));
    await expect(of('['.repeat(200_000) + ']'.repeat(200_000))).resolves.toMatch(/^[\da-f]{64}$/);
  });
});
