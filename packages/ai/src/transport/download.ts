import { AIError } from '../errors/errors.ts';
import { errorFromFailure } from '../errors/from-failure.ts';
import { errorFromResponse } from '../errors/from-response.ts';
import type { HttpClient } from './http.ts';

/** The constraints of a download. */
export interface DownloadRules {
  /** Throws if an address must not be fetched; called for the first address and for each redirect. */
  check: (url: string) => URL;
  /** For example `video/`. */
  typePrefix: string;
  maxBytes: number;
  headers?: Record<string, string>;
  maxRedirects?: number;
}

/** Fetches a file: each address is checked before it is requested, the type before the body is read, the size while it is read. */
export async function download(client: HttpClient, start: string, rules: DownloadRules): Promise<{ data: Uint8Array; mimeType: string }> {
  try {
    const response = await follow(client, start, rules);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!type.startsWith(rules.typePrefix)) {
      await discard(response);
      throw fail(client, 'INVALID_RESPONSE', `the result is of type '${type.slice(0, 80)}', not ${rules.typePrefix}*`);
    }
    return { data: await readWithin(client, response, rules.maxBytes), mimeType: type };
  } catch (failure) {
    throw errorFromFailure(failure, client.failure);
  }
}

async function follow(client: HttpClient, start: string, rules: DownloadRules): Promise<Response> {
  let url = rules.check(start);
  const { origin } = url;
  for (let redirects = 0; redirects <= (rules.maxRedirects ?? 5); redirects += 1) {
    client.signal.throwIfAborted();
    client.onAttempt();
    // Credentials are sent only to their own origin.
    const headers = url.origin === origin ? (rules.headers ?? {}) : {};
    const response = await client.fetch(url.href, { headers, signal: client.signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await discard(response);
      url = rules.check(new URL(location, url).href);
      continue;
    }
    if (response.ok) return response;
    const bodyText = (await readHead(response)) ?? '';
    throw errorFromResponse({ status: response.status, header: (name) => response.headers.get(name), bodyText }, client.failure);
  }
  throw fail(client, 'INVALID_RESPONSE', 'the result redirects too often');
}

async function readWithin(client: HttpClient, response: Response, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = (): AIError => fail(client, 'RESULT_TOO_LARGE', `the result is larger than ${maxBytes} bytes`);
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await discard(response);
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(read.value);
  }
  const data = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    data.set(chunk, at);
    at += chunk.byteLength;
  }
  return data;
}

async function readHead(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ? new TextDecoder().decode(first.value.subarray(0, 20_000)) : undefined;
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function fail(client: HttpClient, code: 'INVALID_RESPONSE' | 'RESULT_TOO_LARGE', sentence: string): AIError {
  return new AIError(`${client.failure.provider}: ${sentence}.`, { code, provider: client.failure.provider });
}
