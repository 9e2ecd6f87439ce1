import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { MalformedError } from '@colophon/core';
import type { EarlyEnd } from '../site/import-report.ts';
import { MAXIMUM_TEXT, WxrEnd, WxrHandlers } from './wxr-handlers.ts';
import type { WxrEvent } from './wxr-item.ts';
import { WXR_VERSIONS } from './wxr-names.ts';

const CHUNK = 65_536;

/**
 * Faults that exports are full of and that do not change where elements begin and end: `]]>` in a text, control characters,
 * names of HTML entities, words after the last element.
 */
const REPAIRED = [
  'the string "]]>" is disallowed in char data.',
  'disallowed character.',
  'undefined entity.',
  'disallowed character in entity name.',
  'malformed character entity.',
  'text data outside of root node.',
];

/** Reads what stands in a WordPress export, in bounded memory, and says afterwards how that went. */
export class WxrReader {
  readonly #file: string;
  readonly #maximumText: number;
  readonly #handlers: WxrHandlers;
  /** Characters since the parser found anything. */
  #unfinished = 0;
  /** Faults of the XML that were passed over. */
  repaired = 0;
  /** Where it ended before the end of the file; null when it was read whole. */
  endedEarly: EarlyEnd | null = null;
  /** Bytes read so far. */
  bytes = 0;

  /** @param maximumText in characters, of one text. Default: 10 million */
  constructor(file: string, { maximumText = MAXIMUM_TEXT } = {}) {
    this.#file = file;
    this.#maximumText = maximumText;
    this.#handlers = new WxrHandlers(maximumText);
  }

  get version(): string | undefined {
    return this.#handlers.version;
  }

  /**
   * What stands in the file, in its order. Where the file ends early, or is no XML from some place on, so does this.
   *
   * @throws MalformedError `doctype` for a file with a document type, `unknown_version` for another version of the format
   */
  async *events(): AsyncGenerator<WxrEvent, void, undefined> {
    const parser = new SaxesParser({ xmlns: true });
    this.#handlers.attach(parser);
    parser.on('error', (error) => this.#judge(error));
    const decoder = new TextDecoder('utf-8');
    let isStart = true;
    try {
      for await (const chunk of createReadStream(this.#file, { highWaterMark: CHUNK })) {
        this.bytes += (chunk as Buffer).length;
        let text = decoder.decode(chunk as Buffer, { stream: true });
        if (isStart) text = text.trimStart();
        isStart &&= text === '';
        this.#write(parser, text);
        yield* this.#taken();
      }
      this.#write(parser, decoder.decode());
      parser.close();
    } catch (error) {
      yield* this.#taken();
      this.#end(error, parser);
    }
    yield* this.#taken();
  }

  *#taken(): Generator<WxrEvent, void, undefined> {
    const found = this.#handlers.take();
    const { version } = this;
    if (version !== undefined && !WXR_VERSIONS.includes(version)) {
      throw new MalformedError(`The file is a WordPress export of version ${version}; ${WXR_VERSIONS.join(', ')} are read.`, {
        code: 'unknown_version',
        hint: 'Export the site anew with Tools, Export of a current WordPress.',
      });
    }
    yield* found;
  }

  /** A parser that finds nothing holds a text without end. */
  #write(parser: SaxesParser<{ xmlns: true }>, text: string): void {
    const { found } = this.#handlers;
    parser.write(text);
    this.#unfinished = this.#handlers.found === found ? this.#unfinished + text.length : 0;
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
      throw new MalformedError(error.message, { code, hint: 'Take the line with <!DOCTYPE out, or export the site anew.' });
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
