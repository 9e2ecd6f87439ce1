import { ItemCounter } from './item-counter.ts';
import type { WxrToken } from './wxr-lexer.ts';

/** A part of an export that is read by itself, so that damage in it ends there: an item, an author or term of the head, or what is between. */
export interface WxrUnit {
  readonly kind: 'item' | 'term' | 'other';
  /** Its XML; empty if it is too long. */
  readonly raw: string;
  /** The start tags of the elements around it, which declare its namespaces. */
  readonly around: readonly string[];
  readonly line: number;
  /** The number of `<item>` in it, its own included. */
  readonly items: number;
  /** Why it cannot be read as XML. */
  readonly fault?: { readonly code: 'not_well_formed' | 'text_too_long' | 'cut_short' | 'second_document'; readonly message: string };
}

/** An element of the head that is a unit. */
const TERM = /^[^:]+:(?:author|category|tag|term)$/;

interface OpenUnit {
  readonly kind: WxrUnit['kind'];
  readonly name: string;
  readonly line: number;
  readonly parts: string[];
  size: number;
  readonly counter: ItemCounter;
  /** `<item>` in comments of the unit. */
  aside: number;
  fault: WxrUnit['fault'];
}

/** Divides the tokens of an export into units. */
export class WxrUnits {
  readonly #maximum: number;
  readonly #units: WxrUnit[] = [];
  #root = '';
  #channel = '';
  #open: OpenUnit | undefined;
  #state: 'before' | 'inside' | 'after' = 'before';
  #isSecond = false;
  /** The number of texts before and after the document, which are ignored. */
  outside = 0;
  /** The number of `<item>` in comments outside of items. */
  inComments = 0;

  /** @param maximum the limit of a unit, in characters */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** The line where the open item begins. */
  get openItemLine(): number | undefined {
    return this.#open?.kind === 'item' ? this.#open.line : undefined;
  }

  /** Whether the document is complete. */
  get isComplete(): boolean {
    return this.#state === 'after' && this.#open === undefined;
  }

  /** Whether there is a document type before the document. */
  isDoctype = false;

  add(token: WxrToken): WxrUnit[] {
    if (token.kind === 'aside') this.#addAside(token);
    else if (this.#state === 'inside' || this.#open) this.#addInside(token);
    else this.#addOutside(token);
    return this.#units.splice(0);
  }

  /** Returns the last unit, which is incomplete. */
  end(): WxrUnit[] {
    if (this.#open?.kind === 'other') this.#close();
    else this.#close({ code: 'cut_short', message: 'The file ends inside it.' });
    return this.#units.splice(0);
  }

  #addOutside(token: WxrToken): void {
    const { kind, name, raw } = token;
    if (kind === 'doctype') this.isDoctype ||= this.#root === '';
    else if (kind === 'open' && name === 'rss') {
      this.#isSecond = this.#state === 'after';
      this.#state = 'inside';
      [this.#root, this.#channel] = [raw, ''];
    } else if (this.#state === 'after' && kind === 'open' && name === 'item') {
      this.#state = 'inside';
      this.#addInside(token);
    } else if ((kind === 'text' || kind === 'cdata') && raw.trim() !== '') this.outside += 1;
  }

  #addInside(token: WxrToken): void {
    const { kind, name, raw, line } = token;
    const unit = this.#open;
    if (kind === 'open' && (name === 'item' || (TERM.test(name) && unit?.kind !== 'item'))) {
      this.#close(unit?.kind === 'other' ? undefined : notClosed(unit));
      this.#start(name === 'item' ? 'item' : 'term', name, line);
      this.#append(token);
      if (token.isEmpty) this.#close();
    } else if (unit && unit.kind !== 'other') {
      if (kind === 'close' && (name === 'channel' || name === 'rss')) {
        this.#close(notClosed(unit));
        this.#addInside(token);
        return;
      }
      this.#append(token);
      if (kind === 'close' && name === unit.name) this.#close();
    } else if (kind === 'open' && name === 'channel' && this.#channel === '') this.#channel = raw;
    else if (kind === 'close' && (name === 'channel' || name === 'rss')) {
      this.#close();
      if (name === 'rss') this.#state = 'after';
    } else if (unit || kind !== 'text' || raw.trim() !== '') {
      // A text can have any number of parts, so its beginning must not depend on them.
      const shown = unit || kind !== 'text' ? raw : raw.trimStart();
      if (!unit) this.#start('other', '', line + lineEndsIn(raw.slice(0, raw.length - shown.length)));
      this.#append({ ...token, raw: shown });
    }
  }

  #addAside({ isSuspect, items }: WxrToken): void {
    const unit = this.#open;
    if (!unit || unit.kind === 'other') this.inComments += items;
    else unit.aside += items;
    if (unit && isSuspect) unit.fault ??= { code: 'not_well_formed', message: 'A comment in it is not closed, or is not allowed in XML.' };
  }

  #start(kind: WxrUnit['kind'], name: string, line: number): void {
    this.#open = { kind, name, line, parts: [], size: 0, counter: new ItemCounter(), aside: 0, fault: undefined };
  }

  #append({ kind, raw, name }: WxrToken): void {
    const unit = this.#open;
    if (!unit) return;
    unit.counter.add(raw);
    unit.size += raw.length;
    if (kind === 'broken') unit.fault ??= { code: 'not_well_formed', message: `<${name.slice(0, 100)} is not closed.` };
    if (kind === 'doctype') unit.fault ??= { code: 'not_well_formed', message: 'A document type is in the wrong place.' };
    if (unit.size <= this.#maximum) unit.parts.push(raw);
    else if (unit.parts.length > 0) {
      unit.parts.length = 0;
      unit.fault = { code: 'text_too_long', message: `It is longer than ${this.#maximum} characters.` };
    }
  }

  #close(fault?: WxrUnit['fault']): void {
    const unit = this.#open;
    this.#open = undefined;
    if (!unit) return;
    const { kind, line, parts, counter, aside } = unit;
    const second = this.#isSecond && kind === 'item' ? SECOND : undefined;
    const found = unit.fault ?? fault ?? second;
    this.#units.push({
      kind,
      line,
      raw: parts.join(''),
      around: [this.#root, this.#channel || '<channel>'],
      items: counter.count + aside,
      ...(found ? { fault: found } : {}),
    });
  }
}

const SECOND: WxrUnit['fault'] = {
  code: 'second_document',
  message: 'It is in a second document behind the first: an export contains one.',
};

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}

function notClosed(unit: OpenUnit | undefined): WxrUnit['fault'] {
  return unit && { code: 'not_well_formed', message: `The element ${unit.name} is not closed.` };
}
