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

/** A file of a form. */
export interface FormFile {
  readonly file: ReceivedFile;
  /** As the form spells it. */
  readonly filename: string | undefined;
  /** As the form calls its type. */
  readonly declaredMimeType: string | undefined;
}

/** A form with any number of files. */
export interface FormWithFiles {
  readonly files: readonly FormFile[];
  readonly fields: Readonly<Record<string, string>>;
}

export interface FormOptions extends ReceiveOptions {
  /** More files than this are refused. */
  readonly maxFiles: number;
  /** Bytes of the whole form; those of one file and some more unless given. */
  readonly formLimit?: number;
  /** Bytes of one field; 64 KB unless given. */
  readonly fieldLimit?: number;
  /** What the one file is called in a fault, where a form has exactly one. */
  readonly one?: boolean;
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
  const { files, fields } = await readForm(body, contentType, { ...options, maxFiles: 1, one: true });
  const [only] = files;
  if (!only) throw fault('file', 'required', 'the form has no file');
  return { file: only.file, filename: only.filename, fields };
}

/**
 * Reads a form with any number of files in it, to disk as they come; a field for a file that nobody chose is passed over. When
 * anything is wrong nothing is kept.
 *
 * @throws MalformedError when it is no such form or breaks off @throws TooLargeError
 * @throws ValidationError when there are too many files, or one is empty
 */
export async function readForm(body: AsyncIterable<Uint8Array>, contentType: string, options: FormOptions): Promise<FormWithFiles> {
  const { Busboy: Parser } = await import('@fastify/busboy');
  const parser = parserOf(Parser, contentType, options);
  const source = Readable.from(bounded(body, options.formLimit ?? options.limit + OVERHEAD));
  const form = new FormReading(options);
  try {
    await form.read(source, parser);
    const files = await Promise.all(form.files.map(async ({ file, ...about }) => ({ ...about, file: await file })));
    return { files, fields: Object.fromEntries(form.fields) };
  } catch (error) {
    source.destroy();
    parser.destroy();
    for (const { file } of form.files) await file.then((each) => each.discard()).catch(() => undefined);
    throw error;
  }
}

type Reading = Omit<FormFile, 'file'> & { readonly file: Promise<ReceivedFile> };

/** A form while it is read. */
class FormReading {
  readonly fields = new Map<string, string>();
  readonly files: Reading[] = [];
  readonly #options: FormOptions;

  constructor(options: FormOptions) {
    this.#options = options;
  }

  /** Reads to the end of the form, or to the first fault. */
  read(source: Readable, parser: BusboyInstance): Promise<void> {
    const { maxFiles, one = false } = this.#options;
    return new Promise((resolve, reject) => {
      const stop = (error: unknown): void => {
        source.unpipe(parser);
        reject(error instanceof Error ? error : malformed(error));
      };
      parser.on('file', (_field, stream, filename, _encoding, declaredMimeType) => {
        // A browser sends an empty part for a file that nobody chose.
        if (!one && (filename ?? '') === '') {
          stream.resume();
          return;
        }
        if (this.files.length >= maxFiles) {
          stream.resume();
          stop(
            fault(
              'file',
              'too_many',
              one ? 'the form has more than one file; send each by itself' : `the form has more than ${maxFiles} files`,
            ),
          );
          return;
        }
        // It may fail before anyone reads it, and an error that nobody listens for ends the process.
        const file = receiveFile(
          pipeline(stream, new PassThrough(), () => undefined),
          this.#options,
        );
        this.files.push({ file, filename: unescaped(filename), declaredMimeType });
        file.catch(stop);
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

function parserOf(Parser: typeof Busboy, contentType: string, { maxFiles, fieldLimit = FIELD_SIZE }: FormOptions): BusboyInstance {
  try {
    return new Parser({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: {
        files: maxFiles + 1,
        fields: FIELDS,
        fieldSize: fieldLimit,
        parts: FIELDS + maxFiles + 1,
        headerPairs: 50,
        headerSize: 16_384,
      },
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
