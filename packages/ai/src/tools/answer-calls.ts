import { AIError } from '../errors/errors.ts';
import type { SpanTracer } from '../interface/client-options.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import { inSpan } from '../provider/spans.ts';
import { raceAbort } from '../transport/deadline.ts';
import { digestOfCall } from './approval.ts';
import type { Permission, Permissions } from './permissions.ts';
import { toMessageContent } from './tool-content.ts';
import { readToolInput } from './tool.ts';
import type { Tool } from './tool-type.ts';

/** What a loop did with one call, for logs: no arguments, no result. Plain JSON. */
export interface ToolAction {
  tool: string;
  callId: string;
  /** SHA-256 of the name and the arguments, in hexadecimal. */
  digest: string;
  /** `failed`: the tool threw. `refused`: the call was not allowed, and the tool did not run. */
  outcome: 'succeeded' | 'failed' | 'refused';
  /** ISO 8601. */
  at: string;
  /** The id of the approval on which the tool acted, or of the refusal. */
  approvalId?: string;
  /** Who decided. */
  decidedBy?: string;
}

/** Everything that the calls of one answer need. */
export interface AnsweringContext {
  tools: ReadonlyMap<string, Tool>;
  permissions: Permissions;
  signal: AbortSignal;
  tracer?: SpanTracer | undefined;
  /** Called with each action when it is over. */
  act: (action: ToolAction) => void | Promise<void>;
}

/**
 * Runs calls concurrently and returns their results; those that wait for a decision are returned without one.
 *
 * @throws AIError `AI_TIMEOUT` or `AI_ABORTED` if the signal aborts meanwhile
 */
export async function answerCalls(
  calls: readonly ToolCall[],
  context: AnsweringContext,
): Promise<{ results: Message[]; waiting: ToolCall[] }> {
  const { signal } = context;
  const answers = await raceAbort(Promise.all(calls.map((call) => answer(call, context))), signal).catch((failure: unknown) => {
    throw signal.aborted ? stopped(signal) : failure;
  });
  const results: Message[] = [];
  const waiting: ToolCall[] = [];
  for (const [index, content] of answers.entries()) {
    const call = calls[index] as ToolCall;
    if (content === undefined) waiting.push(call);
    else results.push({ role: 'tool', toolCallId: call.id, name: call.function.name, content });
  }
  return { results, waiting };
}

/** The result of one call for the model; `undefined` while there is no decision on it. */
async function answer(call: ToolCall, context: AnsweringContext): Promise<Message['content'] | undefined> {
  const { tools, permissions, signal, tracer } = context;
  const tool = tools.get(call.function.name);
  if (tool === undefined) return `There is no tool called ${call.function.name}. Use one of: ${[...tools.keys()].join(', ')}.`;
  const read = await readToolInput(tool, call.function.arguments);
  if ('fault' in read) return read.fault;
  const input = read.input as never;
  const permission = await permissions.of(tool, call, input);
  if (permission.state === 'waiting') return undefined;
  const act = async (outcome: ToolAction['outcome']): Promise<void> => {
    await context.act(await toAction(call, permission, outcome));
  };
  if (permission.state === 'refused') {
    await act('refused');
    return 'This call was not allowed. Continue without it.';
  }
  const { approval } = permission;
  let text: Message['content'];
  try {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool.name,
      'gen_ai.tool.call.id': call.id,
      'gen_ai.tool.type': 'function',
    };
    const toolContext = { call, signal, ...(approval === undefined ? {} : { approval }) };
    const result = await inSpan(tracer, `execute_tool ${tool.name}`, attributes, async () => tool.execute(input, toolContext));
    text = toMessageContent(result);
  } catch (failure) {
    await act('failed');
    if (signal.aborted) throw failure;
    return `The tool failed: ${failure instanceof Error ? failure.message : 'no reason was given'}`;
  }
  await act('succeeded');
  return text;
}

async function toAction(
  call: ToolCall,
  permission: Exclude<Permission, { state: 'waiting' }>,
  outcome: ToolAction['outcome'],
): Promise<ToolAction> {
  return {
    tool: call.function.name,
    callId: call.id,
    digest: await digestOfCall(call.function.name, call.function.arguments),
    outcome,
    at: new Date().toISOString(),
    ...(permission.approval === undefined ? {} : { approvalId: permission.approval.id }),
    ...(permission.by === undefined ? {} : { decidedBy: permission.by }),
  };
}

function stopped(signal: AbortSignal): AIError {
  const isTimeout = (signal.reason as { name?: string } | undefined)?.name === 'TimeoutError';
  return isTimeout
    ? new AIError('The tool loop was not complete within its timeout.', { code: 'AI_TIMEOUT', retryable: true })
    : new AIError('The tool loop was aborted.', { code: 'AI_ABORTED' });
}
