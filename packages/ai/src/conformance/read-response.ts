import { isObject, parseObject } from './json.ts';
import { readChatCompletion, readChatCompletionChunks } from './read-chat-completions.ts';
import { readEvents } from './read-events.ts';
import { readMessage, readMessageEvents } from './read-messages.ts';
import type { ConformanceWire, WireAnswer, WireFailure } from './types.ts';

/** What a response says, and in what it differs from the documentation of its wire. */
export interface Reading {
  status: number;
  id?: string;
  answer?: WireAnswer;
  failure?: WireFailure;
  /** The text of a refusal. */
  body?: string;
  faults: string[];
}

/** Reads a response strictly: every difference from the documentation is a fault. */
export async function readResponse(wire: ConformanceWire, response: Response, stream: boolean): Promise<Reading> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const { status } = response;
  if (status >= 400) return readRefusal(wire, response, text);
  if (status !== 200) return { status, faults: [`the status is ${status} instead of 200`] };
  const wanted = stream ? 'text/event-stream' : 'application/json';
  const faults = type.toLowerCase().startsWith(wanted) ? [] : [`the content type is ${type === '' ? 'absent' : type} instead of ${wanted}`];
  if (!stream) {
    const body = parseObject(text);
    if (body === undefined) return { status, faults: [...faults, 'the body is no JSON object'] };
    return merged(status, faults, wire === 'messages' ? readMessage(body) : readChatCompletion(body));
  }
  const events = readEvents(text);
  if (events.length === 0) return { status, faults: [...faults, 'the stream has no events'] };
  return merged(status, faults, wire === 'messages' ? readMessageEvents(events) : readChatCompletionChunks(events));
}

function merged(status: number, faults: readonly string[], reading: Omit<Reading, 'status'>): Reading {
  return { status, ...reading, faults: [...faults, ...reading.faults] };
}

function readRefusal(wire: ConformanceWire, response: Response, text: string): Reading {
  const body = parseObject(text);
  const error = body?.['error'];
  const faults: string[] = [];
  if (!isObject(error)) faults.push('the body of the refusal has no object `error`');
  else {
    if (typeof error['message'] !== 'string' || error['message'] === '') faults.push('`error.message` is no text');
    if (wire === 'messages' && typeof error['type'] !== 'string') faults.push('`error.type` is no text');
    if (wire === 'messages' && body?.['type'] !== 'error') faults.push('`type` is not `error`');
  }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const { status } = response;
  return { status, failure: { status, ...(Number.isFinite(seconds) ? { retryAfter: seconds } : {}) }, body: text, faults };
}
