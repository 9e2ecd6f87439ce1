import { loadFileSystem } from '../io/builtin.ts';
import { isPlainObject } from '@colophon/contract';
import { LocalError, UsageError } from '../errors/errors.ts';
import { decodeText, withoutByteOrderMark } from '../io/decode-text.ts';
import type { Io } from '../io/io.ts';

const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/**
 * Reads a JSON payload: the text itself, `@file`, or `-` for standard input.
 *
 * @throws UsageError if it is not a JSON object, LocalError if the file cannot be read
 */
export async function readPayload(argument: string, stdin: Io['stdin']): Promise<Readonly<Record<string, unknown>>> {
  const { text, source } = await payloadText(argument, stdin);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${source} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      hint: `Give an object, as in '{"title":"Hello"}', @file.json or - for standard input.`,
    });
  }
  if (!isPlainObject(value)) throw new UsageError(`${source} must be a JSON object`);
  return value;
}

/** Reads a file named by a flag or a payload, as text or as base64. */
export async function readNamedFile(path: string, encoding: 'utf8' | 'base64'): Promise<string> {
  if (path === '') throw new UsageError('@ needs the name of a file after it');
  return loadFileSystem()
    .readFile(path)
    .then((bytes) => (encoding === 'utf8' ? decodeText(bytes) : bytes.toString(encoding)))
    .catch((cause: unknown) => {
      throw new LocalError('file_unreadable', `The file ${path} cannot be read`, { cause });
    });
}

/**
 * Reads standard input to its end.
 *
 * @throws UsageError if it is a terminal, which would wait for input without a prompt, or if there is too much input
 */
export async function readStandardInput(stdin: Io['stdin'], description: string): Promise<string> {
  if (stdin.isTTY === true)
    throw new UsageError(`${description} is read from standard input, which is a terminal here`, { hint: 'Pipe it in, as in: … < file' });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_PAYLOAD_BYTES) throw new UsageError(`${description} is larger than ${MAX_PAYLOAD_BYTES} bytes`);
    chunks.push(buffer);
  }
  return decodeText(Buffer.concat(chunks));
}

async function payloadText(argument: string, stdin: Io['stdin']): Promise<{ readonly text: string; readonly source: string }> {
  if (argument === '-') return { text: await readStandardInput(stdin, 'The payload'), source: 'Standard input' };
  if (argument.startsWith('@')) return { text: await readNamedFile(argument.slice(1), 'utf8'), source: argument.slice(1) };
  return { text: withoutByteOrderMark(argument), source: `The argument ${JSON.stringify(argument.slice(0, 60))}` };
}
