import type { ConformanceWire, WireAnswer, WireFailure } from './types.ts';

/** JSON of a wire. */
export type Json = Readonly<Record<string, unknown>>;

/** One event of a stream. */
export interface RecordedEvent {
  /** The name, for wires that name their events. */
  name?: string;
  data: Json;
}

/** A response: its body at once, or as events. */
export interface RecordedReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Json | string;
  /** A stream, instead of the body. */
  events?: readonly RecordedEvent[];
}

/** What a vendor's documentation says that a server may answer. */
export interface Shape {
  id: string;
  wire: ConformanceWire;
  title: string;
  /** The page that describes it. */
  source: string;
  plain: RecordedReply;
  stream: RecordedReply;
  expected: { answer: WireAnswer } | { failure: WireFailure };
}

const json = { 'content-type': 'application/json' };

/** A complete answer. */
export function plainReply(body: Json): RecordedReply {
  return { status: 200, headers: json, body };
}

/** A streamed answer. */
export function streamReply(events: readonly RecordedEvent[]): RecordedReply {
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '', events };
}

/** A refusal. */
export function refusal(status: number, body: Json | string, headers: Readonly<Record<string, string>> = json): RecordedReply {
  return { status, headers: { ...json, ...headers }, body };
}

/** Splits a text into pieces, some of them in the middle of a word; characters stay whole. */
export function pieces(text: string): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / 5));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_one, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}
