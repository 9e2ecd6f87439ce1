import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { MalformedError } from '@colophon/core';
import { TextDecoding } from '../site/decode-text.ts';
import type { EarlyEnd } from '../site/import-report.ts';
import { MAXIMUM_TEXT, WxrEnd, WxrHandlers } from './wxr-handlers.ts';
import type { WxrEvent } from './wxr-item.ts';
import { WXR_VERSIONS } from './wxr-names.ts';

const CHUNK = 65_536;

/**
 * Common errors in exports that do not affect where elements begin and end: `]]>` in text, control characters, HTML entities,
 * text after the last element.
 */
const REPAIRED = [
  'the string "]]>" is disallowed in char data.',
  'disallowed character.',
  'undefined entity.',
  'disallowed character in entity name.',
  'malformed character entity.',
  'text data outside of root node.',
];

/** Reads the events of a WordPress export in bounded memory, and counts the errors it ignored. */
export class WxrReader {
  readonly #file: string;
  readonly #maximumText: number;
  readonly #handlers: WxrHandlers;
  /** Characters since the parser last emitted an event. */
  #unfinished = 0;
  /** The number of XML errors that were ignored. */
  repaired = 0;
  /** The number of characters that could not be read: see `TextDecoding`. */
  unreadable = 0;
  /** Where reading ended before the end of the file; null if the file was read completely. */
  endedEarly: EarlyEnd | null = null;
  /** Bytes read so far. */
  bytes = 0;

  /** @param maximumText the limit of one text, in characters. Default: 10 million */
  constructor(file: string, { maximumText = MAXIMUM_TEXT } = {}) {
    this.#file = file;
    this.#maximumText = maximumText;
    this.#handlers = new WxrHandlers(maximumText);
  }

  get version(): string | undefined {
    return this.#handlers.version;
  }

  /**
   * Yields the events of the file in order. Ends early if the file is truncated or not well-formed: see `endedEarly`.
   *
   * @throws MalformedError `doctype` for a file with a document type, `unknown_version` for another version of the format,
   *   `unknown_encoding`
   */
  async *events(): AsyncGenerator<WxrEvent, void, undefined> {
    const parser = new SaxesParser({ xmlns: true });
    this.#handlers.attach(parser);
    parser.on('error', (error) => this.#judge(error));
    let decoding: TextDecoding | undefined;
    let isStart = true;
    try {
      for await (const chunk of createReadStream(this.#file, { highWaterMark: CHUNK })) {
        this.bytes += (chunk as Buffer).length;
        decoding ??= new TextDecoding(chunk as Buffer);
        let text = decoding.decode(chunk as Buffer);
        if (isStart) text = text.trimStart();
        isStart &&= text === '';
        this.#write(parser, text);
        yield* this.#taken();
      }
      this.#write(parser, decoding?.decode() ?? '');
      parser.close();
    } catch (error) {
      yield* this.#taken();
      this.#end(error, parser);
    }
    this.unreadable = decoding?.unreadable ?? 0;
    yield* this.#taken();
  }

  *#taken(): Generator<WxrEvent, void, undefined> {
    const events = this.#handlers.take();
    const { version } = this;
    if (version !== undefined && !WXR_VERSIONS.includes(version)) {
      throw new MalformedError(
        `The file is a WordPress export of version ${version}; the supported versions are ${WXR_VERSIONS.join(', ')}.`,
        {
          code: 'unknown_version',
          hint: 'Export the site again under Tools, Export in a current WordPress.',
        },
      );
    }
    yield* events;
  }

  /** The parser buffers input until it emits an event; the limit bounds that buffer. */
  #write(parser: SaxesParser<{ xmlns: true }>, text: string): void {
    const { found: before } = this.#handlers;
    parser.write(text);
    this.#unfinished = this.#handlers.found === before ? this.#unfinished + text.length : 0;
    if (this.#unfinished > this.#maximumText) throw new WxrEnd('text_too_long', `A text is longer than ${this.#maximumText} characters.`);
  }

  #judge(error: Error): void {
    if (!REPAIRED.some((message) => error.message.endsWith(message))) throw error;
    this.repaired += 1;
  }

  #end(error: unknown, parser: SaxesParser<{ xmlns: true }>): void {
    if (!(error instanceof Error) || error instanceof MalformedError || 'syscall' in error) throw error;
    const code = error instanceof WxrEnd ? error.code : /unclosed tag|unexpected end/.test(error.message) ? 'cut_short' : 'not_well_formed';
    if (code === 'doctype') {
      throw new MalformedError(error.message, { code, hint: 'Remove the line with <!DOCTYPE, or export the site again.' });
    }
    const { line, column } = parser;
    this.endedEarly = {
      code,
      message: error.message.replace(/^\d+:\d+: /, ''),
      line,
      column,
      insideItemAtLine: this.#handlers.openItemLine,
    };
  }
}
