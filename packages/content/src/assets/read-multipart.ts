import { PassThrough, pipeline, Readable } from 'node:stream';
import type { Busboy, BusboyInstance } from '@fastify/busboy';
import { MalformedError, TooLargeError, ValidationError } from '@colophon/core';
import { type ReceivedFile, receiveFile, type ReceiveOptions } from '@colophon/core/files';

/** A form with one file. */
export interface UploadForm {
  readonly file: ReceivedFile;
  /** As spelled in the form. */
  readonly filename: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** A file of a form. */
export interface FormFile {
  readonly file: ReceivedFile;
  /** As spelled in the form. */
  readonly filename: string | undefined;
  /** The type declared in the form. */
  readonly declaredMimeType: string | undefined;
}

/** A form with any number of files. */
export interface FormWithFiles {
  readonly files: readonly FormFile[];
  readonly fields: Readonly<Record<string, string>>;
}

export interface FormOptions extends ReceiveOptions {
  /** Maximum number of files. */
  readonly maxFiles: number;
  /** Maximum number of bytes of the whole form; by default that of one file plus an overhead. */
  readonly formLimit?: number;
  /** Maximum number of bytes of one field; default 64 KB. */
  readonly fieldLimit?: number;
  /** The name of the file in errors, if a form has exactly one. */
  readonly one?: boolean;
}

const FIELDS = 20;
const FIELD_SIZE = 65_536;
/** How much larger a form may be than its file. */
const OVERHEAD = 1_000_000;

/**
 * Reads a form (`multipart/form-data`, RFC 7578) with one file, streaming it to disk. If anything is wrong, nothing is stored.
 *
 * @throws MalformedError if it is not such a form or is interrupted @throws TooLargeError
 * @throws ValidationError if there is no file, or more than one
 */
export async function readMultipart(body: AsyncIterable<Uint8Array>, contentType: string, options: ReceiveOptions): Promise<UploadForm> {
  const { files, fields } = await readForm(body, contentType, { ...options, maxFiles: 1, one: true });
  const [only] = files;
  if (!only) throw fault('file', 'required', 'the form has no file');
  return { file: only.file, filename: only.filename, fields };
}

/**
 * Reads a form with any number of files, streaming them to disk; an empty file field is skipped. If anything is wrong, nothing is stored.
 *
 * @throws MalformedError if it is not such a form or is interrupted @throws TooLargeError
 * @throws ValidationError if there are too many files, or one is empty
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

/** The state of reading a form. */
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
        // A browser sends an empty part for an empty file field.
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
        // It may fail before anyone reads it, and an unhandled error event ends the process.
        const file = receiveFile(
          pipeline(stream, new PassThrough(), () => undefined),
          this.#options,
        );
        this.files.push({ file, filename: unescaped(filename), declaredMimeType });
        file.catch(stop);
      });
      parser.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) stop(fault(name, 'too_long', 'exceeds the limit of a field'));
        else if (this.fields.has(name)) stop(fault(name, 'repeated', 'is given twice'));
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

/** Decodes the three characters that browsers escape in the name of a file (WHATWG HTML, multipart form data). */
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
  return new MalformedError('The form is incomplete or not multipart/form-data.', { code: 'malformed_form', cause });
}

function fault(name: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: `/${name}`, code, detail }]);
}
