import type { RecordedReply } from './recorded.ts';
import type { ConformanceWire } from './types.ts';

/** How the lines of a stream and the bytes of a response are written; all of them are allowed, or common. */
export interface WriteStyle {
  lineEnd: '\n' | '\r\n' | '\r';
  /** Between `data:` and the JSON. */
  space: boolean;
  /** The JSON of an event over several `data` lines. */
  pretty: boolean;
  /** The lines before each event. */
  before: readonly string[];
  /** Whether wires with named events name them. */
  names: boolean;
  /** Whether the name comes after the data. */
  nameLast: boolean;
  byteOrderMark: boolean;
  /** Whether Chat Completions ends with `[DONE]`. */
  done: boolean;
  /** Whether a blank line ends the last event. */
  ended: boolean;
  /** White space before the JSON of a body. */
  leading: string;
  /** How the bytes arrive. */
  arrival: 'by event' | 'by byte' | 'at once';
}

/** The style of the vendors themselves. */
export const plainStyle: WriteStyle = {
  lineEnd: '\n',
  space: true,
  pretty: false,
  before: [],
  names: true,
  nameLast: false,
  byteOrderMark: false,
  done: true,
  ended: true,
  leading: '',
  arrival: 'by event',
};

/** A response as it leaves: its bytes, in the pieces in which they arrive. */
export interface WrittenReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  pieces: readonly Uint8Array<ArrayBuffer>[];
  /** Whether the connection breaks after the last piece. */
  broken?: boolean;
}

const encoder = new TextEncoder();

/** Writes a reply in a style. */
export function writeReply(reply: RecordedReply, wire: ConformanceWire, style: WriteStyle): WrittenReply {
  const texts = reply.events === undefined ? [bodyText(reply, style)] : eventTexts(reply, wire, style);
  if (style.byteOrderMark && reply.events !== undefined) texts[0] = `\u{FEFF}${texts[0] ?? ''}`;
  const { status, headers } = reply;
  const written = texts.map((text) => encoder.encode(text));
  if (style.arrival === 'by event') return { status, headers, pieces: written };
  const whole = encoder.encode(texts.join(''));
  return { status, headers, pieces: style.arrival === 'at once' ? [whole] : Array.from(whole, (byte) => Uint8Array.of(byte)) };
}

function bodyText({ body }: RecordedReply, style: WriteStyle): string {
  return typeof body === 'string' ? body : `${style.leading}${JSON.stringify(body)}`;
}

function eventTexts({ events = [] }: RecordedReply, wire: ConformanceWire, style: WriteStyle): string[] {
  const { lineEnd, space, pretty, before, names, nameLast, done, ended } = style;
  const dataLines = (text: string): string[] => text.split('\n').map((line) => `data:${space ? ' ' : ''}${line}`);
  const texts = events.map(({ name, data }) => {
    const named = name === undefined || !names ? [] : [`event: ${name}`];
    const lines = dataLines(pretty ? JSON.stringify(data, null, 1) : JSON.stringify(data));
    return [...before, ...(nameLast ? [...lines, ...named] : [...named, ...lines]), '', ''].join(lineEnd);
  });
  if (done && wire === 'chat-completions') texts.push([...dataLines('[DONE]'), '', ''].join(lineEnd));
  const last = texts.at(-1);
  if (!ended && last !== undefined) texts[texts.length - 1] = last.slice(0, -lineEnd.length);
  return texts;
}
