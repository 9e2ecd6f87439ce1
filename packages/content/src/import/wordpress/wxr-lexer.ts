import { ItemCounter } from './item-counter.ts';
import { escapeAmpersands, referenceAt, withoutForbidden } from './repair-text.ts';

/** A part of an export, as XML: texts are repaired, CDATA sections and tags are as they were. Texts and CDATA sections can have several parts. */
export interface WxrToken {
  readonly kind:
    | 'text'
    | 'open'
    | 'close'
    | 'cdata'
    /** A comment or a processing instruction, which is not read. */
    | 'aside'
    /** Markup that is none: a tag with a `<` in it, one that is too long, or a comment that is not closed. */
    | 'broken'
    | 'doctype';
  /** Empty for `aside` and `doctype`. */
  readonly raw: string;
  /** The name of a tag, with its prefix. */
  readonly name: string;
  /** The line where it begins, from 1. */
  readonly line: number;
  /** A tag that closes itself: `<a/>`. */
  readonly isEmpty: boolean;
  /** An aside that XML does not allow, or that contains the start of a section or an item: it may have swallowed them. */
  readonly isSuspect: boolean;
  /** The number of `<item>` in an aside. */
  readonly items: number;
}

/** Where the lexer is; `overlong` is in a tag that was given up. */
type State = 'text' | 'tag' | 'cdata' | 'aside' | 'overlong';

const MAXIMUM_TAG = 100_000;
const MAXIMUM_ASIDE = 100_000;
const CDATA = '<![CDATA[';
const COMMENT = '<!--';
const DOCTYPE = '<!DOCTYPE';
const OPENINGS = [CDATA, COMMENT, DOCTYPE];
/** The length of the longest end of an aside, with the character that decides about it, less one. */
const LONGEST_END = CDATA.length - 1;
const NAME_START = /[\p{L}_:]/u;
const TAG_NAME = /^<\/?([^\s<>/"'=]+)/;

/**
 * Splits the text of an export into tags, texts and sections, in parts as they arrive, and repairs in texts what does not affect where
 * elements begin and end: ampersands and `<` that stand for themselves, `]]>`, characters that XML forbids. The result does not
 * depend on how the text was divided.
 */
export class WxrLexer {
  #rest = '';
  #held = '';
  #state: State = 'text';
  #line = 1;
  #aside = { end: '-->', ends: /-->/, line: 1, text: '', isLong: false, counter: new ItemCounter() };
  #isInItem = false;
  #tokens: WxrToken[] = [];
  /** The number of characters that were escaped or removed. */
  repaired = 0;
  /** The number of `<item>` in the whole text, wherever they stand. */
  readonly items = new ItemCounter();

  /** The line it has reached, from 1. */
  get line(): number {
    return this.#line;
  }

  /** What the lexer is in the middle of; undefined in a text. */
  get openState(): Exclude<State, 'text'> | undefined {
    return this.#state === 'text' ? undefined : this.#state;
  }

  /** Returns the tokens that are complete with this part of the text. */
  write(part: string): WxrToken[] {
    return this.#read(part, false);
  }

  /** Returns the last tokens. A tag that is not complete yields none: see `openState`. */
  end(): WxrToken[] {
    return this.#read('', true);
  }

  #read(part: string, isEnd: boolean): WxrToken[] {
    // XML has one line end. A carriage return at the end of the part may be half of one.
    const written = this.#held + part;
    this.#held = !isEnd && written.endsWith('\r') ? '\r' : '';
    const cleaned = withoutForbidden(written.slice(0, written.length - this.#held.length).replaceAll(/\r\n?/g, '\n'));
    this.repaired += cleaned.removed;
    this.items.add(cleaned.text);
    const text = this.#rest + cleaned.text;
    let at = 0;
    for (let next = 0; at < text.length; at = next) {
      next = this.#step(text, at, isEnd);
      if (next < 0) break;
    }
    this.#rest = text.slice(at);
    const tokens = this.#tokens;
    this.#tokens = [];
    return tokens;
  }

  /** Reads on from a position, and returns the next one; -1 if more text is needed. */
  #step(text: string, at: number, isEnd: boolean): number {
    switch (this.#state) {
      case 'text':
        return this.#readText(text, at, isEnd);
      case 'tag':
        return this.#readTag(text, at);
      case 'cdata':
        return this.#readCdata(text, at, isEnd);
      case 'aside':
        return this.#readAside(text, at, isEnd);
      case 'overlong':
        return this.#skipTag(text, at);
    }
  }

  #readText(text: string, at: number, isEnd: boolean): number {
    const special = /[<&\]]/g;
    special.lastIndex = at;
    const found = special.exec(text)?.index ?? text.length;
    if (found > at) {
      this.#emit('text', text.slice(at, found));
      return found;
    }
    const remaining = text.length - at;
    if (text[at] === '&') {
      const reference = referenceAt(text, at, isEnd);
      if (reference === undefined) return -1;
      if (reference === '') this.#repair('&amp;');
      else this.#emit('text', reference);
      return at + Math.max(1, reference.length);
    }
    if (text[at] === ']') {
      if (text.startsWith(']]>', at)) {
        this.#repair(']]&gt;');
        return at + 3;
      }
      if (!isEnd && remaining < 3 && ']]>'.startsWith(text.slice(at))) return -1;
      this.#emit('text', ']');
      return at + 1;
    }
    return this.#readMarkup(text, at, isEnd);
  }

  #readMarkup(text: string, at: number, isEnd: boolean): number {
    const start = text.slice(at, at + DOCTYPE.length);
    if (start.startsWith(CDATA)) {
      this.#state = 'cdata';
      this.#emit('cdata', CDATA);
      return at + CDATA.length;
    }
    if (start.startsWith(COMMENT)) return this.#openAside('-->', at + COMMENT.length);
    if (start.startsWith('<?')) return this.#openAside('?>', at + 2);
    if (start.toUpperCase() === DOCTYPE) {
      this.#emit('doctype', '', { consumed: start });
      return at + DOCTYPE.length;
    }
    const isShort =
      start === '<' || start === '</' || OPENINGS.some((each) => start.length < each.length && each.startsWith(start.toUpperCase()));
    if (!isEnd && isShort) return -1;
    if (NAME_START.test(start[start[1] === '/' ? 2 : 1] ?? '')) {
      this.#state = 'tag';
      return at;
    }
    // The character itself: 3 < 5.
    this.#repair('&lt;');
    return at + 1;
  }

  #readTag(text: string, at: number): number {
    const marks = /["'<>]/g;
    marks.lastIndex = at + 1;
    let quote = '';
    const limit = at + MAXIMUM_TAG;
    for (let mark = marks.exec(text); mark && mark.index < limit; mark = marks.exec(text)) {
      const [character] = mark;
      if (character === '<') return this.#breakTag(text, at, mark.index, 'text');
      if (quote !== '') quote = character === quote ? '' : quote;
      else if (character === '>') return this.#closeTag(text, at, mark.index + 1);
      else quote = character;
    }
    return text.length >= limit ? this.#breakTag(text, at, limit, 'overlong') : -1;
  }

  #closeTag(text: string, at: number, end: number): number {
    this.#state = 'text';
    const written = text.slice(at, end);
    const { text: raw, escaped } = escapeAmpersands(written);
    this.repaired += escaped;
    const name = TAG_NAME.exec(raw)?.[1] ?? '';
    if (name === 'item') this.#isInItem = !raw.startsWith('</') && !raw.endsWith('/>');
    this.#emit(raw.startsWith('</') ? 'close' : 'open', raw, { name, isEmpty: raw.endsWith('/>'), consumed: written });
    return end;
  }

  #breakTag(text: string, at: number, end: number, state: State): number {
    this.#state = state;
    const written = text.slice(at, end);
    this.#emit('broken', written, { name: TAG_NAME.exec(written)?.[1] ?? '' });
    return end;
  }

  #skipTag(text: string, at: number): number {
    const end = text.slice(at).search(/[<>]/);
    this.#countLines(end < 0 ? text.slice(at) : text.slice(at, at + end));
    if (end >= 0) this.#state = 'text';
    return end < 0 ? text.length : at + end + (text[at + end] === '>' ? 1 : 0);
  }

  #readCdata(text: string, at: number, isEnd: boolean): number {
    const end = text.indexOf(']]>', at);
    const until = end >= 0 ? end + 3 : isEnd ? text.length : text.length - 2;
    if (until <= at) return -1;
    if (end >= 0) this.#state = 'text';
    this.#emit('cdata', text.slice(at, until));
    return until;
  }

  #openAside(end: string, at: number): number {
    this.#state = 'aside';
    // An export has no instructions, and its items have no comments: what reaches the next section or item was never closed.
    const ends = this.#isInItem || end !== '-->' ? new RegExp(`${asPattern(end)}|<!\\[CDATA\\[|</?item(?=[\\s/>])`) : new RegExp(end);
    this.#aside = { end, ends, line: this.#line, text: '', isLong: false, counter: new ItemCounter() };
    return at;
  }

  #readAside(text: string, at: number, isEnd: boolean): number {
    const aside = this.#aside;
    const match = aside.ends.exec(text.slice(at));
    const until = match ? at + match.index : isEnd ? text.length : Math.max(at, text.length - LONGEST_END);
    if (until === at && !match) return -1;
    const part = text.slice(at, until);
    this.#countLines(part);
    aside.counter.add(part);
    if (aside.text.length + part.length > MAXIMUM_ASIDE) aside.isLong = true;
    else aside.text += part;
    if (!match) return until;
    const { isLong, counter, line, text: written } = aside;
    this.#state = 'text';
    if (match[0] !== aside.end) {
      this.#emit('broken', '', { name: aside.end === '-->' ? '!--' : '?', line, consumed: '' });
      return until;
    }
    const isSuspect = isLong || counter.count > 0 || written.includes(CDATA) || (aside.end === '-->' && written.includes('--'));
    this.#emit('aside', '', { isSuspect, items: counter.count, line, consumed: '' });
    return until + aside.end.length;
  }

  #repair(escaped: string): void {
    this.repaired += 1;
    this.#emit('text', escaped);
  }

  #emit(kind: WxrToken['kind'], raw: string, { consumed = raw, ...more }: Partial<WxrToken> & { consumed?: string } = {}): void {
    this.#tokens.push({ kind, raw, name: '', line: this.#line, isEmpty: false, isSuspect: false, items: 0, ...more });
    this.#countLines(consumed);
  }

  #countLines(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
  }
}

function asPattern(text: string): string {
  return text.replaceAll('?', String.raw`\?`);
}
