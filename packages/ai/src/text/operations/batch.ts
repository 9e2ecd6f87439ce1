import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { utf8Length } from '../../bytes/base64.ts';
import { AIError, invalidInput, notImplemented } from '../../errors/errors.ts';
import { asFinal } from '../../errors/as-final.ts';
import { asCode, readVendorFault } from '../../errors/vendor-fault.ts';
import type { BatchHandle, BatchRequest, BatchResult, BatchResultsOptions, BatchStatus } from '../../interface/batch.ts';
import type { RequestOptions } from '../../interface/options.ts';
import type { AIWarning, TokenUsage } from '../../interface/responses.ts';
import { resolveGeneration } from '../../limits/generation.ts';
import { checkOutgoingBody } from '../../limits/outgoing-body.ts';
import { mostInputTokens, pricesTokens, worstTokenCost } from '../../pricing/worst-cost.ts';
import type { Call, CallPlan } from '../../provider/call.ts';
import { checkCallOptionNames } from '../../provider/option-names.ts';
import type { BatchLine, BatchOutcome, BatchWire } from '../../wires/batch-wire.ts';
import { needsFiles, planCall } from '../call-draft.ts';
import { mergeOptions, vendorOptions } from '../provider-options.ts';
import { readObject } from '../structured-output.ts';
import type { TextClient } from '../text-client.ts';
import { promptTexts } from '../to-prompt.ts';
import { toResponse, toWarnings } from '../to-response.ts';
import { addUsage, toUsage } from '../../messages/usage.ts';

/** A request of a batch: its body, and the most that it can read and write. */
interface Planned {
  line: BatchLine;
  inputTokens: number;
  outputTokens: number;
  warnings: AIWarning[];
}

/** Submits conversations to be answered later. The client's ceilings apply to each; nothing is ever submitted twice. */
export async function submitBatch(client: TextClient, requests: readonly BatchRequest[], options: RequestOptions): Promise<BatchHandle> {
  let planned: Planned[] = [];
  const plan: CallPlan = {
    operation: 'submitBatch',
    usageAs: false,
    options,
    repeatable: false,
    texts: () => requests.flatMap((request) => promptTexts(request.messages)),
    validate: (call) => {
      client.require('batch', 'submitBatch');
      client.chooseModel(call, options, 'chat');
      planned = planRequests(client, call, requests, options);
    },
  };
  try {
    return await client.run(plan, async (call) => {
      await call.reserve(
        call.model,
        (price, factor) =>
          pricesTokens(price)
            ? planned.reduce(
                (sum, { inputTokens, outputTokens }) =>
                  sum + worstTokenCost(price, inputTokens, outputTokens, factor * (client.vendor.accountPricing?.most ?? 1), true),
                0,
              )
            : undefined,
        requests.map((request) => request.options?.providerOptions),
      );
      const lines = planned.map(({ line }) => line);
      const batchId = await wireOf(client).submit(call, lines);
      const handle = { batchId, provider: client.kind, model: call.model, createdAt: new Date().toISOString() };
      const warnings = distinct(planned.flatMap((one) => one.warnings));
      return warnings.length === 0 ? handle : { ...handle, warnings };
    });
  } catch (failure) {
    throw asFinal(failure as AIError, 'batch');
  }
}

/** Returns the status of a batch. */
export function getBatch(client: TextClient, handle: BatchHandle, options: RequestOptions): Promise<BatchStatus> {
  return client.run(planFor(client, 'getBatch', handle, options), async (call) => (await wireOf(client).poll(call, handle)).status);
}

/** Fetches the answers of a finished batch. */
export function fetchBatchResults(client: TextClient, handle: BatchHandle, options: BatchResultsOptions): Promise<BatchResult[]> {
  // The usage of a batch is reported when it is known, which is here.
  const plan: CallPlan = { ...planFor(client, 'fetchBatchResults', handle, options), usageAs: 'fetchBatchResults' };
  return client.run(plan, async (call) => {
    const wire = wireOf(client);
    const snapshot = await wire.poll(call, handle);
    const { status } = snapshot.status;
    if (status === 'queued' || status === 'running') {
      throw new AIError(`${client.kind}: the batch is not ready (${status}).`, {
        code: 'BATCH_NOT_READY',
        provider: client.kind,
        retryable: true,
      });
    }
    if (status === 'failed') {
      throw new AIError(`${client.kind}: the provider refused the batch.`, { code: 'BATCH_FAILED', provider: client.kind });
    }
    const results: BatchResult[] = [];
    let usage: TokenUsage | undefined;
    for await (const outcome of wire.results(call, handle, snapshot)) {
      const result = await toResult(client, outcome, options);
      usage = addUsage(usage, 'answer' in outcome ? toUsage(outcome.answer.usage) : undefined);
      results.push(result);
    }
    call.usage = usage;
    return results;
  });
}

/** Cancels a batch. Existing answers stay. */
export function cancelBatch(client: TextClient, handle: BatchHandle, options: RequestOptions): Promise<void> {
  return client.run(planFor(client, 'cancelBatch', handle, options), (call) => wireOf(client).cancel(call, handle));
}

function planFor(client: TextClient, operation: string, handle: BatchHandle, options: RequestOptions): CallPlan {
  const validate = (): void => {
    client.require('batch', operation);
    checkHandle(handle, client.kind);
  };
  return { operation, usageAs: false, options, paced: false, namesModel: false, model: handle?.model, validate };
}

function planRequests(client: TextClient, call: Call, requests: readonly BatchRequest[], options: RequestOptions): Planned[] {
  const wire = wireOf(client);
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > wire.maxRequests) {
    throw invalidInput(`requests must be a list of 1 to ${wire.maxRequests} conversations.`);
  }
  const ids = new Set<string>();
  let bytes = 0;
  return (requests as readonly BatchRequest[]).map((request, index) => {
    const field = `requests[${index}]`;
    if (typeof request?.id !== 'string' || !/^[\w-]{1,64}$/.test(request.id)) {
      throw invalidInput(`${field}.id must be letters, digits, - and _, at most 64.`);
    }
    if (ids.has(request.id)) throw invalidInput(`${field}.id is '${request.id}', which is used by another request.`);
    ids.add(request.id);
    const planned = within(field, () => planRequest(client, call, wire, request, options));
    bytes += utf8Length(JSON.stringify(planned.line.body));
    if (bytes > wire.maxBytes)
      throw invalidInput(`requests are larger than ${wire.maxBytes} bytes together. Split them into several batches.`);
    return planned;
  });
}

function planRequest(client: TextClient, call: Call, wire: BatchWire, request: BatchRequest, options: RequestOptions): Planned {
  const { vendor, settings } = client;
  const own = request.options ?? {};
  checkCallOptionNames('batch request', own);
  const generation = resolveGeneration(own, settings.ceilings);
  const { prompt, callOptions, facts, warnings } = planCall(vendor, request.messages, own, settings);
  if (needsFiles(prompt, vendor.fetchesUrls)) throw invalidInput('files in a batch must be bytes: the vendor does not fetch URLs.');
  const plan = vendor.reasoning(call.model, generation, facts);
  if (vendor.batchRefuses?.(call.model, { ...facts, reasoning: plan.reasoningTokens > 0, effort: generation.effort }) === true) {
    throw notImplemented(client.kind, 'a batch of tools with reasoning', 'Omit one of them.');
  }
  const ownOptions = vendorOptions(vendor, settings.row, settings.options.providerOptions, options.providerOptions, own.providerOptions);
  const providerOptions = mergeOptions(ownOptions, plan.providerOptions);
  const callOptionsWithLimits: LanguageModelV4CallOptions = { ...callOptions, prompt, maxOutputTokens: plan.outputTokens, providerOptions };
  const { body, warnings: left } = wire.write(call, call.model, callOptionsWithLimits);
  const limits = { outputTokens: generation.outputTokens, reasoningTokens: plan.reasoningTokens };
  checkOutgoingBody(body, limits, client.kind);
  const inputTokens = mostInputTokens(prompt, callOptions, { kind: client.kind, model: call.model });
  return {
    line: { id: request.id, body },
    inputTokens,
    outputTokens: generation.outputTokens,
    warnings: [...warnings, ...toWarnings(left)],
  };
}

/** Each warning once: the requests of a batch are alike. */
function distinct(warnings: readonly AIWarning[]): AIWarning[] {
  return [...new Map(warnings.map((warning) => [`${warning.feature}\n${warning.message}`, warning])).values()].slice(0, 50);
}

/** Names the invalid conversation in an error. */
function within<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!AIError.isInstance(error)) throw invalidInput(`${field} could not be read. Check its shape.`);
    throw new AIError(`${field}: ${error.message}`, { code: error.code, provider: error.provider });
  }
}

async function toResult(client: TextClient, outcome: BatchOutcome, { responseFormat }: BatchResultsOptions): Promise<BatchResult> {
  const { id } = outcome;
  if (!('answer' in outcome)) return { id, error: toFault(client.kind, outcome.status, outcome.body) };
  const { content, finishReason, usage, response } = outcome.answer;
  try {
    const converted = toResponse(client.kind, { content, finishReason, usage: toUsage(usage), model: response?.modelId });
    return { id, response: await readObject(converted, responseFormat, client.vendor) };
  } catch (error) {
    const { code, message } = error as AIError;
    return { id, error: { code, message } };
  }
}

/** Describes a refused request without the vendor's sentence: the prompt that it may quote is not known here. */
function toFault(kind: string, status: number | undefined, body: unknown): { code: string; message: string } {
  const codes = readVendorFault(body).codes.flatMap((word) => asCode(word) ?? []);
  const why = [status === undefined ? undefined : `HTTP ${status}`, codes[0]].filter((word) => word !== undefined).join(', ');
  const code = codes.includes('expired') ? 'BATCH_EXPIRED' : codes.includes('canceled') ? 'BATCH_CANCELLED' : 'INVALID_REQUEST';
  return { code, message: `${kind}: this conversation of the batch was not answered${why === '' ? '' : ` (${why})`}.` };
}

function wireOf({ vendor, kind }: TextClient): BatchWire {
  if (vendor.batch === undefined) throw notImplemented(kind, 'batches');
  return vendor.batch;
}

function checkHandle(handle: BatchHandle, kind: string): void {
  if (typeof handle !== 'object' || handle === null || typeof handle.batchId !== 'string') {
    throw invalidInput('handle must be the result of submitBatch.');
  }
  if (handle.provider !== kind) throw invalidInput(`handle belongs to ${String(handle.provider).slice(0, 40)}, not to ${kind}.`);
  // It becomes part of an address.
  if (!/^[\w.:-]{1,300}$/.test(handle.batchId) || handle.batchId.includes('..')) throw invalidInput('handle.batchId is malformed.');
}
