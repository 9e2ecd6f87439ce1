import { PassThrough, pipeline, Readable } from 'node:stream';
import type { Busboy, BusboyInstance } from '@fastify/busboy';
import { MalformedError, TooLargeError, ValidationError } from '@colophon/core';
import { type ReceivedFile, receiveFile, type ReceiveOptions } from '@colophon/core/files';

/** A form with one file. */
export interface UploadForm {
  readonly file: ReceivedFile;
  /** As the form spells it. */
  readonly filename: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

const FIELDS = 20;
const FIELD_SIZE = 65_536;
/** What a form may be larger than its file. */
const OVERHEAD = 1_000_000;

/**
 * Reads a form (`multipart/form-data`, RFC 7578) with one file in it, to disk as it comes. When anything is wrong nothing
 * is kept.
 *
 * @throws MalformedError when it is no such form or breaks off @throws TooLargeError
 * @throws ValidationError when there is no file, or more than one
 */
export async function readMultipart(body: AsyncIterable<Uint8Array>, contentType: string, options: ReceiveOptions): Promise<UploadForm> {
  const { Busboy: Parser } = await import('@fastify/busboy');
  const parser = parserOf(Parser, contentType);
  const source = Readable.from(bounded(body, options.limit + OVERHEAD));
  const form = new FormReading(options);
  try {
    await form.read(source, parser);
    const file = await form.file;
    if (!file) throw fault('file', 'required', 'the form has no file');
    return { file, filename: form.filename, fields: Object.fromEntries(form.fields) };
  } catch (error) {
    source.destroy();
    parser.destroy();
    await form.file?.then((file) => file.discard()).catch(() => undefined);
    throw error;
  }
}

/** A form while it is read. */
class FormReading {
  readonly fields = new Map<string, string>();
  file: Promise<ReceivedFile> | undefined;
  filename: string | undefined;
  readonly #options: ReceiveOptions;

  constructor(options: ReceiveOptions) {
    this.#options = options;
  }

  /** Reads to the end of the form, or to the first fault. */
  read(source: Readable, parser: BusboyInstance): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (error: unknown): void => {
        source.unpipe(parser);
        reject(error instanceof Error ? error : malformed(error));
      };
      parser.on('file', (_field, stream, filename) => {
        if (this.file) {
          stream.resume();
          stop(fault('file', 'too_many', 'the form has more than one file; send each by itself'));
          return;
        }
        this.filename = unescaped(filename);
        // It may fail before anyone reads it, and an error that nobody listens for ends the process.
        this.file = receiveFile(
          pipeline(stream, new PassThrough(), () => undefined),
          this.#options,
        );
        this.file.catch(stop);
      });
      parser.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) stop(fault(name, 'too_long', 'is longer than a field may be'));
        else if (this.fields.has(name)) stop(fault(name, 'repeated', 'is there twice'));
        else this.fields.set(name, value);
      });
      for (const event of ['partsLimit', 'fieldsLimit'] as const) parser.on(event, () => stop(malformed(`more than ${FIELDS} fields`)));
      parser.on('error', (error) => stop(malformed(error)));
      source.on('error', (error) => stop(error instanceof TooLargeError ? error : malformed(error)));
      parser.on('finish', resolve);
      source.pipe(parser);
    });
  }
}

/** The three characters that browsers escape in the name of a file (WHATWG HTML, multipart form data). */
function unescaped(filename: string | undefined): string | undefined {
  return filename?.replaceAll(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function parserOf(Parser: typeof Busboy, contentType: string): BusboyInstance {
  try {
    return new Parser({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { files: 2, fields: FIELDS, fieldSize: FIELD_SIZE, parts: FIELDS + 2, headerPairs: 50, headerSize: 16_384 },
    });
  } catch (cause) {
    throw malformed(cause);
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new TooLargeError(limit);
    yield chunk;
  }
}

function malformed(cause: unknown): MalformedError {
  return new MalformedError('The form is not whole, or no multipart/form-data.', { code: 'malformed_form', cause });
}

function fault(name: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: `/${name}`, code, detail }]);
}
