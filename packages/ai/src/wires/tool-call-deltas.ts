import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { MAX_IDENTIFIER, MAX_TOOL_CALLS } from '../limits/answer.ts';
import { parseJson } from '../transport/http.ts';
import { toJsonText } from './reply.ts';

type ToolCallPart = Extract<LanguageModelV4Content, { type: 'tool-call' }>;

interface OpenCall {
  id: string;
  /** Whether the id is the server's; otherwise it is ours and may be replaced. */
  named: boolean;
  index: number | undefined;
  name: string;
  chunks: string[];
}

/**
 * Assembles tool calls from the pieces of a stream. A piece belongs to the call with its id, else to the latest call with its index, else
 * to the last call: servers differ in which of these they repeat.
 */
export class ToolCallDeltas {
  #calls: OpenCall[] = [];
  #byId = new Map<string, OpenCall>();
  #byIndex = new Map<number, OpenCall>();
  #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /**
   * Adds the `tool_calls` of one event, whatever they are, and appends what is new to `parts`.
   *
   * @throws AIError `INVALID_RESPONSE` for more calls, or longer names, than any model produces.
   */
  add(list: unknown, parts: LanguageModelV4StreamPart[]): void {
    if (!Array.isArray(list)) return;
    for (const [position, entry] of list.entries()) {
      if (typeof entry !== 'object' || entry === null) continue;
      this.#addOne(entry as Record<string, unknown>, list.length > 1 ? position : undefined, parts);
    }
  }

  /** Returns the complete calls, in the order in which they began. */
  finish(): ToolCallPart[] {
    return this.#calls.flatMap((call): ToolCallPart[] => {
      const input = call.chunks.join('');
      if (call.name !== '') return [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: input || '{}' }];
      if (input === '') return [];
      throw this.#unreadable('a tool call has no name');
    });
  }

  #addOne(entry: Record<string, unknown>, position: number | undefined, parts: LanguageModelV4StreamPart[]): void {
    const body = (typeof entry['function'] === 'object' && entry['function'] !== null ? entry['function'] : {}) as Record<string, unknown>;
    const name = this.#identifier(body['name'], 'name');
    const text = toArgumentText(body['arguments'], this.#kind);
    const call = this.#find(this.#identifier(entry['id'], 'id'), toIndex(entry['index']) ?? position, name, text);
    if (call.name === '' && name !== '') {
      call.name = name;
      parts.push({ type: 'tool-input-start', id: call.id, toolName: name });
      for (const chunk of call.chunks) parts.push({ type: 'tool-input-delta', id: call.id, delta: chunk });
    }
    if (text === '') return;
    call.chunks.push(text);
    if (call.name !== '') parts.push({ type: 'tool-input-delta', id: call.id, delta: text });
  }

  #find(id: string, index: number | undefined, name: string, text: string): OpenCall {
    const existing = id === '' ? undefined : this.#byId.get(id);
    if (existing !== undefined) return existing;
    const sameIndex = index === undefined ? undefined : this.#byIndex.get(index);
    if (id !== '') {
      // A call whose id arrives late is still the same call; another id means another call.
      const isLate = sameIndex !== undefined && !sameIndex.named && (name === '' || sameIndex.name === '' || name === sameIndex.name);
      if (isLate) return this.#adopt(sameIndex, id);
      // Some servers send a different id with each piece: arguments without a name continue the call of their index.
      const isContinuation = name === '' && text !== '' && sameIndex !== undefined && sameIndex.name !== '';
      return isContinuation ? sameIndex : this.#open(id, index);
    }
    if (index !== undefined) return sameIndex ?? this.#open('', index);
    const last = this.#calls.at(-1);
    return last === undefined || beginsAnother(last, name) ? this.#open('', undefined) : last;
  }

  /** An announced call keeps its id. */
  #adopt(call: OpenCall, id: string): OpenCall {
    if (call.name === '') call.id = id;
    call.named = true;
    this.#byId.set(id, call);
    return call;
  }

  #open(id: string, index: number | undefined): OpenCall {
    if (this.#calls.length >= MAX_TOOL_CALLS) throw this.#unreadable(`it contains more than ${MAX_TOOL_CALLS} tool calls`);
    const call: OpenCall = { id: id || `call_${crypto.randomUUID()}`, named: id !== '', index, name: '', chunks: [] };
    this.#calls.push(call);
    this.#byId.set(call.id, call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }

  #identifier(value: unknown, member: string): string {
    if (typeof value !== 'string') return '';
    if (value.length > MAX_IDENTIFIER) throw this.#unreadable(`the ${member} of a tool call is longer than ${MAX_IDENTIFIER} characters`);
    return value;
  }

  #unreadable(why: string): AIError {
    return new AIError(`${this.#kind}: the response could not be parsed: ${why}.`, { code: 'INVALID_RESPONSE', provider: this.#kind });
  }
}

/** Without id and index, a name begins another call if it differs, or if the last call is complete. */
function beginsAnother(last: OpenCall, name: string): boolean {
  if (name === '' || last.name === '') return false;
  if (name !== last.name) return true;
  // Checked first, because parsing is costly: arguments are an object.
  return last.chunks.at(-1)?.trimEnd().endsWith('}') === true && parseJson(last.chunks.join('')) !== undefined;
}

function toIndex(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Reads arguments, which some servers send as an object instead of a string. */
function toArgumentText(value: unknown, kind: string): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? toJsonText(value, kind) : '';
}

/** Reads the calls of a complete answer: one for each entry, each with a unique id. */
export function readToolCalls(list: unknown, kind: string): ToolCallPart[] {
  if (!Array.isArray(list) || list.length === 0) return [];
  const usedIds = new Set<unknown>();
  const calls: ToolCallPart[] = [];
  for (const entry of list.slice(0, MAX_TOOL_CALLS + 1)) {
    const { id, function: body } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    const own = typeof id === 'string' && !usedIds.has(id) ? { id } : {};
    usedIds.add(id);
    const deltas = new ToolCallDeltas(kind);
    deltas.add([{ ...own, function: body }], []);
    calls.push(...deltas.finish());
  }
  if (calls.length <= MAX_TOOL_CALLS) return calls;
  throw new AIError(`${kind}: the response could not be parsed: it contains more than ${MAX_TOOL_CALLS} tool calls.`, {
    code: 'INVALID_RESPONSE',
    provider: kind,
  });
}
