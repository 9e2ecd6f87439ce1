import { asFinal } from '../../errors/as-final.ts';
import { AIError, invalidInput, notImplemented } from '../../errors/errors.ts';
import type { BackgroundHandle, BackgroundStatus } from '../../interface/background.ts';
import type { BatchResultsOptions } from '../../interface/batch.ts';
import type { Message } from '../../interface/messages.ts';
import type { ChatOptions, RequestOptions } from '../../interface/options.ts';
import type { AIResponse } from '../../interface/responses.ts';
import type { Call, CallPlan } from '../../provider/call.ts';
import type { BackgroundWire } from '../../wires/background-wire.ts';
import type { CallDraft } from '../call-draft.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { serverToolSecrets } from '../server-tools.ts';
import type { TextClient } from '../text-client.ts';
import { promptTexts } from '../to-prompt.ts';
import { draftChat, prepare, readResult } from './chat.ts';

/** Submits a conversation to be answered in the background. The client's ceilings apply; nothing is ever submitted twice. */
export async function submitBackground(client: TextClient, messages: readonly Message[], options: ChatOptions): Promise<BackgroundHandle> {
  let draft: CallDraft | undefined;
  const plan: CallPlan = {
    operation: 'submitBackground',
    usageAs: false,
    options,
    repeatable: false,
    texts: () => promptTexts(messages),
    secrets: () => serverToolSecrets(options),
    validate: (call) => {
      client.require('background', 'submitBackground');
      draft = draftChat(client, 'submitBackground', call, messages, options);
    },
  };
  try {
    return await client.run(plan, async (call) => {
      const { callOptions } = await prepare(client, call, draft as CallDraft, options);
      const responseId = await wireOf(client).submit(call, {
        model: call.model,
        options: callOptions,
        isKept: isKept(client, options),
        fetch: guardedFetch(client.kind, client.settings.fetch),
      });
      const handle = { responseId, provider: client.kind, model: call.model, createdAt: new Date().toISOString() };
      return call.warnings.length === 0 ? handle : { ...handle, warnings: call.warnings };
    });
  } catch (failure) {
    throw asFinal(failure as AIError, 'call');
  }
}

/** Returns the status of an answer in the background. */
export function getBackground(client: TextClient, handle: BackgroundHandle, options: RequestOptions): Promise<BackgroundStatus> {
  return client.run(planFor(client, 'getBackground', handle, options), async (call) => (await wireOf(client).poll(call, handle)).status);
}

/** Fetches a finished answer. */
export function fetchBackground(client: TextClient, handle: BackgroundHandle, options: BatchResultsOptions): Promise<AIResponse> {
  // The usage is reported when it is known, which is here.
  const plan: CallPlan = { ...planFor(client, 'fetchBackground', handle, options), usageAs: 'fetchBackground' };
  return client.run(plan, async (call) => {
    const wire = wireOf(client);
    const { status, reply } = await wire.poll(call, handle);
    if (status.status === 'queued' || status.status === 'running') throw notReady(client, status);
    if (status.status !== 'succeeded') throw hasFailed(client, status);
    return readResult(client, call, await wire.read(call, handle, reply), options);
  });
}

/** Cancels an answer in the background. One that is finished stays. */
export function cancelBackground(client: TextClient, handle: BackgroundHandle, options: RequestOptions): Promise<void> {
  return client.run(planFor(client, 'cancelBackground', handle, options), (call) => wireOf(client).cancel(call, handle));
}

/** Without that, the answer is deleted some ten minutes after it was written, which may be before anybody asks for it. */
function isKept(client: TextClient, options: ChatOptions): boolean {
  const { wire } = client.providerOptions(options) as { wire?: { store?: unknown } };
  return wire?.store !== false;
}

function planFor(client: TextClient, operation: string, handle: BackgroundHandle, options: RequestOptions): CallPlan {
  const validate = (_call: Call): void => {
    client.require('background', operation);
    checkHandle(handle, client.kind);
  };
  return { operation, usageAs: false, options, paced: false, namesModel: false, model: handle?.model, validate };
}

function wireOf({ vendor, kind }: TextClient): BackgroundWire {
  if (vendor.background === undefined) throw notImplemented(kind, 'answers in the background');
  return vendor.background;
}

function notReady({ kind }: TextClient, { status }: BackgroundStatus): AIError {
  return new AIError(`${kind}: the answer is not ready (${status}).`, { code: 'BACKGROUND_NOT_READY', provider: kind, retryable: true });
}

function hasFailed({ kind }: TextClient, { status }: BackgroundStatus): AIError {
  const how = status === 'cancelled' ? 'was cancelled' : 'could not be written by the provider';
  return new AIError(`${kind}: the answer ${how}.`, { code: 'BACKGROUND_FAILED', provider: kind });
}

function checkHandle(handle: BackgroundHandle, kind: string): void {
  if (typeof handle !== 'object' || handle === null || typeof handle.responseId !== 'string') {
    throw invalidInput('handle must be the result of submitBackground.');
  }
  if (handle.provider !== kind) throw invalidInput(`handle belongs to ${String(handle.provider).slice(0, 40)}, not to ${kind}.`);
  // It becomes part of an address.
  if (!/^[\w.:-]{1,300}$/.test(handle.responseId) || handle.responseId.includes('..'))
    throw invalidInput('handle.responseId is malformed.');
}
