import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AIError, defineTool, runTools, type StandardSchema, type StreamEvent } from '../src/index.ts';
import { createFakeAI, type FakeAnswer } from '../src/testing/index.ts';

const ask = [{ role: 'user', content: 'When is the harbour open?' }] as const;
const call = (name: string, input: object): FakeAnswer => ({ toolCalls: [{ name, arguments: input }] });
const placeSchema = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] } as const;

function makeTools() {
  const ran: unknown[] = [];
  const hours = defineTool({
    name: 'opening_hours',
    description: 'Finds opening hours.',
    parameters: placeSchema,
    execute: (input) => {
      ran.push(input);
      return { open: '9 to 5' };
    },
  });
  const ship = defineTool({ name: 'sink_ship', parameters: placeSchema, needsApproval: true, execute: (input) => ran.push(input) });
  return { ran, tools: [hours, ship] };
}

/** A Standard Schema of an arbitrary library. */
const place: StandardSchema<{ place: string; times: number }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const given = (value as { place?: unknown }).place;
      return typeof given === 'string' ? { value: { place: given, times: 2 } } : { issues: [{ message: 'place is missing' }] };
    },
    jsonSchema: { input: () => ({ ...placeSchema }) },
  },
};

describe('a loop of tools', () => {
  it('runs the tools that the model calls and returns the answer, with the total usage', async () => {
    const { ran, tools } = makeTools();
    const ai = createFakeAI([call('opening_hours', { place: 'Harbour' }), 'From nine to five.']);
    const { status, response, messages, steps, usage } = await runTools(ai, ask, { tools });
    expect(status).toBe('completed');
    expect(response?.content).toBe('From nine to five.');
    expect(ran).toEqual([{ place: 'Harbour' }]);
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messages[2]).toMatchObject({ content: '{"open":"9 to 5"}' });
    expect(usage?.totalTokens).toBe((steps[0]?.usage?.totalTokens ?? 0) + (steps[1]?.usage?.totalTokens ?? 0));
  });

  it('reports invalid arguments, unknown tools and failing tools to the model', async () => {
    const { tools } = makeTools();
    const broken = defineTool({ name: 'broken', parameters: placeSchema, execute: () => Promise.reject(new Error('the sea is rough')) });
    const typed = defineTool({ name: 'typed', parameters: place, execute: (input) => input.place.repeat(input.times) });
    const failing = {
      '~standard': {
        ...place['~standard'],
        validate: () => {
          throw new Error('no');
        },
      },
    };
    const unchecked = defineTool({ name: 'unchecked', parameters: failing, execute: () => 'never' });
    const ai = createFakeAI([
      call('opening_hours', { city: 'Paris' }),
      call('no_such_tool', {}),
      call('broken', { place: 'x' }),
      call('typed', {}),
      call('typed', { place: 'ab' }),
      call('unchecked', {}),
      'Done.',
    ]);
    const { messages } = await runTools(ai, ask, { tools: [...tools, broken, typed, unchecked] });
    const results = messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
    expect(results[0]).toContain('do not fit');
    expect(results[1]).toContain('There is no tool called no_such_tool. Use one of: opening_hours');
    expect(results[2]).toBe('The tool failed: the sea is rough');
    expect(results[3]).toBe('The arguments do not fit: place is missing');
    expect(results[4]).toBe('abab');
    expect(results[5]).toContain('could not be checked');
  });

  it('reports arguments that are not JSON to the model', async () => {
    const { ran, tools } = makeTools();
    const history = [
      ...ask,
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'a', type: 'function', function: { name: 'opening_hours', arguments: '{"place": "Har' } }],
      },
    ] as const;
    const { messages, status } = await runTools(createFakeAI(['Sorry.']), history, { tools });
    expect(messages[2]).toMatchObject({ role: 'tool', toolCallId: 'a', content: expect.stringContaining('not valid JSON') });
    expect([status, ran]).toEqual(['completed', []]);
  });

  it('stops at the limit of steps, and can continue from there', async () => {
    const { tools } = makeTools();
    const ai = createFakeAI([call('opening_hours', { place: 'a' })]);
    const stopped = await runTools(ai, ask, { tools, maxSteps: 3 });
    expect(stopped).toMatchObject({ status: 'step-limit', pending: [{ function: { name: 'opening_hours' } }] });
    expect(ai.calls).toHaveLength(3);
    const more = await runTools(createFakeAI(['At nine.']), JSON.parse(JSON.stringify(stopped.messages)), { tools });
    expect(more).toMatchObject({ status: 'completed', response: { content: 'At nine.' } });
    await expect(runTools(ai, ask, { tools, maxSteps: 0 })).rejects.toMatchObject({ code: 'AI_LIMIT_INVALID' });
    await expect(runTools(ai, ask, { tools: [] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('a tool that needs approval', () => {
  it('runs only if approved, and the model is informed if not', async () => {
    const { ran, tools } = makeTools();
    const script = [call('sink_ship', { place: 'Bay' }), 'Very well.'];
    const asked: unknown[] = [];
    const denied = await runTools(createFakeAI(script), ask, {
      tools,
      approve: (request) => {
        asked.push(request.input);
        return false;
      },
    });
    expect(asked).toEqual([{ place: 'Bay' }]);
    expect(ran).toEqual([]);
    expect(denied.messages[2]?.content).toContain('not allowed');
    await runTools(createFakeAI(script), ask, { tools, approve: async () => true });
    expect(ran).toEqual([{ place: 'Bay' }]);
    const odd = await runTools(createFakeAI(script), ask, { tools, approve: () => 'yes' as never });
    expect(odd.messages[2]?.content).toContain('not allowed');
  });

  it('waits without a decision, and is decided on in another run', async () => {
    const { ran, tools } = makeTools();
    const both: FakeAnswer = {
      toolCalls: [
        { name: 'opening_hours', arguments: { place: 'a' } },
        { name: 'sink_ship', arguments: { place: 'b' } },
      ],
    };
    const waiting = await runTools(createFakeAI([both]), ask, { tools });
    expect(waiting).toMatchObject({ status: 'awaiting-approval', pending: [{ function: { name: 'sink_ship' } }] });
    expect(ran).toEqual([{ place: 'a' }]);
    const kept = JSON.parse(JSON.stringify(waiting)) as typeof waiting;
    const id = kept.pending[0]?.id ?? '';
    const ai = createFakeAI(['It is done.']);
    expect((await runTools(ai, kept.messages, { tools })).status).toBe('awaiting-approval');
    expect(ai.calls).toHaveLength(0);
    const done = await runTools(ai, kept.messages, { tools, approvals: { [id]: true } });
    expect(done).toMatchObject({ status: 'completed', response: { content: 'It is done.' } });
    expect(ran).toEqual([{ place: 'a' }, { place: 'b' }]);
  });

  it('can be required for some inputs only', async () => {
    const ran: string[] = [];
    const pay = defineTool({
      name: 'pay',
      parameters: { type: 'object', properties: { amount: { type: 'number' } } },
      needsApproval: (input) => Number(input['amount']) > 100,
      execute: (input) => ran.push(String(input['amount'])),
    });
    const { status } = await runTools(createFakeAI([call('pay', { amount: 5 }), call('pay', { amount: 500 })]), ask, { tools: [pay] });
    expect([status, ran]).toEqual(['awaiting-approval', ['5']]);
  });
});

describe('the budget of a loop', () => {
  it('in tokens lowers the ceiling of each step, and ends the loop with its results so far', async () => {
    const { tools } = makeTools();
    const ai = createFakeAI([call('opening_hours', { place: 'a' })]);
    const { status, usage, messages } = await runTools(ai, ask, { tools, budget: { maxTokens: 600 }, maxSteps: 50 });
    expect(status).toBe('budget');
    expect(usage?.totalTokens).toBeLessThanOrEqual(600);
    expect(messages.length).toBeGreaterThan(3);
  });

  it('in money stops before a step that could exceed it', async () => {
    const { tools } = makeTools();
    const prices = { 'fake-model': { inputPerMillion: 1000, outputPerMillion: 1000 } };
    const ai = createFakeAI([call('opening_hours', { place: 'a' })], { prices });
    const { status, usage, steps } = await runTools(ai, ask, { tools, budget: { maxCost: 2 }, maxTokens: 100, maxSteps: 50 });
    expect(status).toBe('budget');
    expect(usage?.cost).toBeLessThanOrEqual(2);
    expect(ai.calls).toHaveLength(steps.length);
    await expect(runTools(createFakeAI(['x']), ask, { tools, budget: { maxCost: 2 } })).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
  });

  it('in time includes the tools, and an abort ends both', async () => {
    let aborted = false;
    const slow = defineTool({
      name: 'slow',
      parameters: { type: 'object' },
      execute: async (_input, { signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        await wait(5000, undefined, { signal }).catch(() => undefined);
      },
    });
    await expect(runTools(createFakeAI([call('slow', {})]), ask, { tools: [slow], timeout: 80 })).rejects.toMatchObject({
      code: 'AI_TIMEOUT',
    });
    expect(aborted).toBe(true);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    await expect(runTools(createFakeAI([call('slow', {})]), ask, { tools: [slow], signal: controller.signal })).rejects.toMatchObject({
      code: 'AI_ABORTED',
    });
  });
});

describe('the callbacks of a loop', () => {
  it('get each answer and its events as they arrive; a provider’s failure is thrown', async () => {
    const { tools } = makeTools();
    const events: StreamEvent[] = [];
    const steps: string[] = [];
    const ai = createFakeAI([call('opening_hours', { place: 'a' }), 'At nine.']);
    const onStep = (response: { finishReason: string }): never => {
      steps.push(response.finishReason);
      throw new Error('callback');
    };
    const { response } = await runTools(ai, ask, { tools, onEvent: (event) => events.push(event), onStep });
    expect(response?.content).toBe('At nine.');
    expect(events.map((event) => event.type)).toEqual(['tool-call', 'finish', 'text', 'text', 'finish']);
    expect(steps).toEqual(['tool_calls', 'stop']);
    const failing = createFakeAI([{ error: new AIError('no', { code: 'API_ERROR' }) }]);
    await expect(runTools(failing, ask, { tools })).rejects.toMatchObject({ code: 'API_ERROR' });
  });
});
