import { AIError } from '../errors/errors.ts';
import type { SpanTracer } from '../interface/client-options.ts';
import type { Message, ToolCall } from '../interface/messages.ts';
import { inSpan } from '../provider/spans.ts';
import { raceAbort } from '../transport/deadline.ts';
import { readToolInput, type Tool } from './tool.ts';

/** A call that waits for approval. */
export interface ApprovalRequest {
  call: ToolCall;
  tool: string;
  /** The validated input. */
  input: unknown;
}

/** The source of decisions. */
interface Deciders {
  approve?: (request: ApprovalRequest) => boolean | Promise<boolean>;
  approvals?: Readonly<Record<string, boolean>>;
}

/**
 * Runs calls concurrently and returns their results; those that wait for a decision are returned without one.
 *
 * @throws AIError `AI_TIMEOUT` or `AI_ABORTED` if the signal aborts meanwhile
 */
export async function answerCalls(
  calls: readonly ToolCall[],
  tools: ReadonlyMap<string, Tool>,
  deciders: Deciders,
  signal: AbortSignal,
  tracer?: SpanTracer,
): Promise<{ results: Message[]; waiting: ToolCall[] }> {
  const answers = await raceAbort(Promise.all(calls.map((call) => answer(call, tools, deciders, signal, tracer))), signal).catch(
    (failure: unknown) => {
      throw signal.aborted ? stopped(signal) : failure;
    },
  );
  const results: Message[] = [];
  const waiting: ToolCall[] = [];
  for (const [index, content] of answers.entries()) {
    const call = calls[index] as ToolCall;
    if (content === undefined) waiting.push(call);
    else results.push({ role: 'tool', toolCallId: call.id, name: call.function.name, content });
  }
  return { results, waiting };
}

/** The result of one call as text for the model; `undefined` while there is no decision on it. */
async function answer(
  call: ToolCall,
  tools: ReadonlyMap<string, Tool>,
  deciders: Deciders,
  signal: AbortSignal,
  tracer: SpanTracer | undefined,
): Promise<string | undefined> {
  const tool = tools.get(call.function.name);
  if (tool === undefined) return `There is no tool called ${call.function.name}. Use one of: ${[...tools.keys()].join(', ')}.`;
  const read = await readToolInput(tool, call.function.arguments);
  if ('fault' in read) return read.fault;
  const input = read.input as never;
  const allowed = await decide(tool, call, input, deciders);
  if (allowed === undefined) return undefined;
  if (!allowed) return 'This call was not allowed. Continue without it.';
  try {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool.name,
      'gen_ai.tool.call.id': call.id,
      'gen_ai.tool.type': 'function',
    };
    const result = await inSpan(tracer, `execute_tool ${tool.name}`, attributes, async () => tool.execute(input, { call, signal }));
    return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'Done.');
  } catch (failure) {
    if (signal.aborted) throw failure;
    return `The tool failed: ${failure instanceof Error ? failure.message : 'no reason was given'}`;
  }
}

/** Whether a call may run: if approval is needed, only after an explicit yes; `undefined` while there is no decision. */
async function decide(tool: Tool, call: ToolCall, input: never, deciders: Deciders): Promise<boolean | undefined> {
  const { needsApproval = false } = tool;
  const needed = typeof needsApproval === 'function' ? await needsApproval(input) : needsApproval;
  if (needed === false) return true;
  const { approvals } = deciders;
  if (approvals !== undefined && Object.hasOwn(approvals, call.id)) return approvals[call.id] === true;
  return deciders.approve === undefined ? undefined : (await deciders.approve({ call, tool: tool.name, input })) === true;
}

function stopped(signal: AbortSignal): AIError {
  const isTimeout = (signal.reason as { name?: string } | undefined)?.name === 'TimeoutError';
  return isTimeout
    ? new AIError('The tool loop was not complete within its timeout.', { code: 'AI_TIMEOUT', retryable: true })
    : new AIError('The tool loop was aborted.', { code: 'AI_ABORTED' });
}
