import { MalformedError, TooLargeError, type Database } from '@colophon/core';
import { receivedBody } from '@colophon/core/rest';
import { assetFilesOf, receiveOptions } from '../../assets/asset-files.ts';
import { type FormWithFiles, readForm } from '../../assets/read-multipart.ts';
import type { ReceivedAttachment } from '../files/take-files.ts';

/** Maximum size of a form in bytes. */
const LARGEST_FORM = 60_000_000;
/** The maximum for any type; each type sets its own limit. */
const MOST_FILES = 50;
/** Maximum size of a field in bytes: a text of 200,000 characters of any script. */
const LARGEST_FIELD = 900_000;

const FORM_TYPE = /^multipart\/form-data\s*(?:;|$)/i;
const URLENCODED = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** A received form, with its files on the local disk. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly received: readonly ReceivedAttachment[];
  /** Deletes the files from the local disk. */
  readonly discard: () => Promise<void>;
}

/** Whether a request contains a form with files. */
export function isForm(request: Request): boolean {
  return FORM_TYPE.test(request.headers.get('content-type') ?? '');
}

/**
 * Receives a form, with files or without.
 *
 * @throws TooLargeError above 60 MB @throws MalformedError, ValidationError
 * @throws UnavailableError for a form with files if the application has no store
 */
export async function receiveForm(database: Database, request: Request): Promise<ReceivedForm> {
  const type = request.headers.get('content-type') ?? '';
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_FORM) throw new TooLargeError(LARGEST_FORM);
  if (URLENCODED.test(type)) return { fields: await readUrlencoded(request), received: [], discard: async () => undefined };
  if (!FORM_TYPE.test(type)) throw new MalformedError('The body must be a form.', { code: 'malformed_form' });
  const options = receiveOptions(assetFilesOf(database));
  const body = receivedBody(request);
  const form: FormWithFiles = await readForm(body, type, {
    ...options,
    maxFiles: MOST_FILES,
    formLimit: LARGEST_FORM,
    fieldLimit: LARGEST_FIELD,
  });
  const received = form.files.map(({ file, filename, declaredMimeType }) => ({
    file,
    // What no database stores is not part of a name either; the rest is made safe where it is stored.
    filename: (filename ?? 'file').replaceAll('\0', '').toWellFormed(),
    declaredMimeType: declaredMimeType ?? null,
  }));
  return {
    fields: form.fields,
    received,
    discard: async () => void (await Promise.all(received.map(({ file }) => file.discard()))),
  };
}

const LARGEST_URLENCODED = 2_000_000;

async function readUrlencoded(request: Request): Promise<Record<string, string>> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of receivedBody(request)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_URLENCODED) throw new TooLargeError(LARGEST_URLENCODED);
  }
  return Object.fromEntries(new URLSearchParams(text + decoder.decode()));
}
