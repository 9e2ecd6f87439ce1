import type { WrittenReply } from './write-reply.ts';

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** What stands in place of a value. */
const VALUES = ['null', 'true', '-1', '1e400', '""', '"\\ud800"', '[]', '{}', '[[[[[[]]]]]]', '9007199254740993', '"harbour"'];
const TYPES = ['text/html', 'application/json', 'text/event-stream', 'application/octet-stream', ''];

type Random = () => number;
const among = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)] as T;

/** The ways in which a response is damaged. */
const damages: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => text.slice(Math.floor(random() * text.length)),
  (text, random) => withoutPart(text, random),
  (text, random) => doubled(text, random),
  (text, random) => replaceMatch(text, random, /"(?:[^"\\]|\\.)*"(?=\s*[,}\]])|-?\d+(?=\s*[,}\]])|null|\{\}|\[\]/g, (one) => one),
  (text, random) => replaceMatch(text, random, /"\w+"(?=:)/g, () => '"harbour"', true),
  (text, random) => swapLines(text, random),
  (text, random) => `${text.slice(0, Math.floor(random() * text.length))}${'['.repeat(5000)}`,
  (text, random) => replaceMatch(text, random, /[{}[\],:]/g, () => among(['{', '}', '[', ']', ',', ':', '"'], random), true),
];

/**
 * Damages a response in a way that the seed decides: a part is lost, repeated or moved, a value has another type, a name another spelling,
 * bytes are no UTF-8, the type of the content is wrong, the connection breaks. The same seed damages the same response in the same way.
 */
export function mutate(reply: WrittenReply, seed: number): WrittenReply {
  const random = numbers(seed);
  const bytes = joined(reply.pieces);
  const kind = Math.floor(random() * (damages.length + 3));
  if (kind === damages.length) return { ...reply, headers: { ...reply.headers, 'content-type': among(TYPES, random) } };
  if (kind === damages.length + 1) {
    const changed = bytes.slice();
    for (let count = 0; count < 4; count += 1) changed[Math.floor(random() * changed.length)] = 128 + Math.floor(random() * 128);
    return { ...reply, pieces: [changed] };
  }
  if (kind === damages.length + 2) return { ...reply, pieces: [bytes.slice(0, Math.floor(random() * bytes.length))], broken: true };
  const damage = damages[kind] ?? ((text: string) => text);
  const damaged = damage(decoder.decode(bytes), random);
  return { ...reply, pieces: [encoder.encode(damaged)], broken: random() < 0.1 };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function withoutPart(text: string, random: Random): string {
  const begin = Math.floor(random() * text.length);
  return text.slice(0, begin) + text.slice(begin + Math.ceil(random() * 60));
}

function doubled(text: string, random: Random): string {
  const begin = Math.floor(random() * text.length);
  const end = begin + Math.ceil(random() * 200);
  return text.slice(0, end) + text.slice(begin);
}

function swapLines(text: string, random: Random): string {
  const lines = text.split('\n');
  const [one, other] = [Math.floor(random() * lines.length), Math.floor(random() * lines.length)];
  [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
  return lines.join('\n');
}

/** Replaces one of the matches, by a value of another type unless `isOwn`. */
function replaceMatch(text: string, random: Random, pattern: RegExp, by: (match: string) => string, isOwn = false): string {
  const matches = [...text.matchAll(pattern)];
  const match = matches[Math.floor(random() * matches.length)];
  if (match === undefined) return text;
  const replacement = isOwn ? by(match[0]) : among(VALUES, random);
  return text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);
}
