import { createReadStream } from 'node:fs';
import { MalformedError } from '@colophon/core';
import { type CharacterFaults, encodingOfFile, TextDecoding } from '../site/decode-text.ts';
import type { EarlyEnd } from '../site/import-report.ts';
import { parseUnit } from './parse-unit.ts';
import { damagedItems, OUTSIDE_OF_ITEMS } from './wxr-damage.ts';
import { MAXIMUM_TEXT } from './wxr-handlers.ts';
import type { WxrEvent } from './wxr-item.ts';
import { WxrLexer, type WxrToken } from './wxr-lexer.ts';
import { WXR_VERSIONS } from './wxr-names.ts';
import { type WxrUnit, WxrUnits } from './wxr-units.ts';

const CHUNK = 65_536;

/** Options of a reader. */
export interface WxrReaderOptions {
  /** The limit of one text, in characters; that of an item is about twice as much. Default: 10 million. */
  readonly maximumText?: number;
  /** The number of bytes read at once. Default: 65,536. */
  readonly chunk?: number;
}

/**
 * Reads the events of a WordPress export in bounded memory. Every `<item>` in the file yields an item or a problem, and damage in one
 * of them does not reach the next.
 */
export class WxrReader {
  readonly #file: string;
  readonly #maximumText: number;
  readonly #chunk: number;
  readonly #lexer = new WxrLexer();
  readonly #units: WxrUnits;
  /** The number of `<item>` that were yielded, or are part of a text. */
  #accounted = 0;
  /** The version of the format; undefined until an element of its namespace was read. */
  version: string | undefined;
  /** What was wrong with the characters of the file. */
  characters: CharacterFaults = { unreadable: 0, lostBefore: 0, isMislabelled: false };
  /** Where the file ends in the middle of its data; null if it is complete. */
  endedEarly: EarlyEnd | null = null;

  constructor(file: string, { maximumText = MAXIMUM_TEXT, chunk = CHUNK }: WxrReaderOptions = {}) {
    this.#file = file;
    this.#maximumText = maximumText;
    this.#chunk = chunk;
    this.#units = new WxrUnits(2 * maximumText + CHUNK);
  }

  /** The number of XML errors that were repaired. */
  get repaired(): number {
    return this.#lexer.repaired + this.#units.outside;
  }

  /**
   * Yields the events of the file in order. What cannot be read is yielded as a problem; a truncated file also sets `endedEarly`.
   *
   * @throws MalformedError `doctype` for a file with a document type, `unknown_version` for another version of the format,
   *   `unknown_encoding`
   */
  async *events(): AsyncGenerator<WxrEvent, void, undefined> {
    const encoding = await encodingOfFile(this.#file);
    const decoding = new TextDecoding(encoding);
    for await (const chunk of createReadStream(this.#file, { highWaterMark: this.#chunk }))
      yield* this.#eventsOf(this.#lexer.write(decoding.decode(chunk as Buffer)));
    yield* this.#eventsOf(this.#lexer.write(decoding.decode()));
    yield* this.#eventsOf(this.#lexer.end());
    const { unreadable, lostBefore } = decoding;
    this.characters = { unreadable, lostBefore, isMislabelled: encoding.isMislabelled };
    yield* this.#end();
  }

  *#eventsOf(tokens: readonly WxrToken[]): Generator<WxrEvent, void, undefined> {
    for (const token of tokens) for (const unit of this.#units.add(token)) yield* this.#read(unit);
    if (this.#units.isDoctype) {
      throw new MalformedError('The file has a document type declaration (DOCTYPE), which WordPress exports never have.', {
        code: 'doctype',
        hint: 'Remove the line with <!DOCTYPE, or export the site again.',
      });
    }
  }

  *#read(unit: WxrUnit): Generator<WxrEvent, void, undefined> {
    const { events, version, fault } = parseUnit(unit, this.#maximumText);
    this.version ??= version;
    if (this.version !== undefined && !WXR_VERSIONS.includes(this.version)) {
      throw new MalformedError(
        `The file is a WordPress export of version ${this.version}; the supported versions are ${WXR_VERSIONS.join(', ')}.`,
        {
          code: 'unknown_version',
          hint: 'Export the site again under Tools, Export in a current WordPress.',
        },
      );
    }
    this.#accounted += unit.items;
    yield* events;
    if (!fault) return;
    const { code, message } = fault;
    if (unit.kind !== 'item' && code !== 'cut_short')
      yield problem({ id: `line ${fault.line}`, type: OUTSIDE_OF_ITEMS, title: '', line: fault.line, code, message });
    for (const each of damagedItems(unit.raw, {
      ...unit,
      code,
      message: fault.line === unit.line ? message : `${message} (line ${fault.line})`,
    }))
      yield problem(each);
  }

  *#end(): Generator<WxrEvent, void, undefined> {
    const { openItemLine } = this.#units;
    const { line } = this.#lexer;
    const isInside = this.#lexer.openState !== undefined;
    for (const unit of this.#units.end()) yield* this.#read(unit);
    if (isInside || !this.#units.isComplete) {
      const message = isInside
        ? 'The file ends inside a tag, a comment or a CDATA section.'
        : 'The file ends before its last element is closed.';
      this.endedEarly = { code: 'cut_short', message, line, insideItemAtLine: openItemLine };
    }
    const { inComments } = this.#units;
    for (let each = 0; each < inComments; each += 1)
      yield problem({
        id: 'comment',
        type: 'unknown',
        title: '',
        code: 'in_comment',
        message: 'It is inside a comment, or a comment before it is not closed.',
      });
    // Nothing may be missing, even if it was overlooked above.
    const missing = this.#lexer.items.count - this.#accounted - inComments;
    for (let each = 0; each < missing; each += 1)
      yield problem({
        id: 'unknown',
        type: 'unknown',
        title: '',
        code: 'not_read',
        message: 'The file contains more items than were read.',
      });
  }
}

function problem(found: Extract<WxrEvent, { kind: 'problem' }>['problem']): WxrEvent {
  return { kind: 'problem', problem: found };
}
