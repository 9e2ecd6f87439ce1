import { ACCOUNT_PATHS } from '@colophon/contract';
import { parseLogProof } from '@colophon/verify';
import { type GivenBytes, type Material, MaterialError, MAXIMUM_BYTES, MAXIMUM_DATA } from './material.ts';
import { readPage } from './read-page.ts';

/** A page has few pictures; those beyond are said to be unchecked. */
const MAXIMUM_PICTURES = 50;

/** Loads a piece, its account, its pictures and the publisher's keys from the publisher. @throws MaterialError */
export async function askPublisher(typed: string): Promise<Material> {
  const url = addressFrom(typed);
  const { origin } = url;
  const html = await textAt(url.href, origin, MAXIMUM_BYTES);
  const isPage = /^\s*</.test(html);
  const { marked, credential } = readPage(isPage ? html : '');
  const found = isPage ? credentialAt(credential, url) : url.href;
  const account =
    isPage || /^\s*[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(html) ? await jsonAt(new URL('account', found).href, origin) : parsed(html);
  if (account === undefined) throw new MaterialError(`${url.href} is neither a page nor an account.`);
  return {
    account,
    origin,
    keys: { from: 'publisher', value: await jsonAt(`${origin}${ACCOUNT_PATHS.keys}`, origin) },
    logKey: await logKeyOf(account, origin),
    pictures: await picturesAt(account, origin),
    ...(isPage ? { page: marked, address: `${origin}${url.pathname}` } : {}),
  };
}

/** Asks the publisher that an account names for its keys, so that they do not come from the file. @throws MaterialError */
export async function askForKeys(material: Material, origin: string): Promise<Material> {
  const value = await jsonAt(`${origin}${ACCOUNT_PATHS.keys}`, origin);
  return { ...material, origin, keys: { from: 'publisher', value }, logKey: await logKeyOf(material.account, origin) };
}

/** @throws MaterialError */
function addressFrom(typed: string): URL {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  throw new MaterialError('Write the address in full, such as https://news.example/articles/rain.');
}

/** @throws MaterialError */
function credentialAt(href: string | undefined, page: URL): string {
  const url = href === undefined ? undefined : URL.parse(href, page.href);
  if (!url) throw new MaterialError(`${page.href} names no signed account: it may be unsigned, or of another system.`);
  if (url.origin !== page.origin) throw new MaterialError(`${page.href} names an account at another site, ${url.origin}.`);
  return url.href;
}

/** A log after a restore has a name with its number. */
async function logKeyOf(account: unknown, origin: string): Promise<string | undefined> {
  const { proof } = Object(account) as { readonly proof?: unknown };
  if (typeof proof !== 'string') return undefined;
  try {
    const [name = ''] = parseLogProof(proof).checkpoint.split('\n');
    const [, number = '1'] = /\/(\d+)$/.exec(name) ?? [];
    return (await textAt(`${origin}/log/${number}/key`, origin, 10_000)).trim();
  } catch {
    // A proof that cannot be read is judged with the account; a log that is not answered is said to be unchecked.
    return undefined;
  }
}

/** One that cannot be loaded is said to be unchecked. */
async function picturesAt(account: unknown, origin: string): Promise<GivenBytes[]> {
  const { shown } = Object(account) as { readonly shown?: { readonly pictures?: unknown } | null };
  const pictures: unknown = Object(shown)['pictures'];
  const files: GivenBytes[] = [];
  for (const picture of Array.isArray(pictures) ? (pictures as unknown[]).slice(0, MAXIMUM_PICTURES) : []) {
    const { assetId, sha256, name } = Object(picture) as Readonly<Record<string, unknown>>;
    if (typeof assetId !== 'string' || typeof sha256 !== 'string') continue;
    const bytes = await bytesAt(`${origin}/api/v1/assets/${encodeURIComponent(assetId)}/file`, origin, MAXIMUM_BYTES).catch(
      () => undefined,
    );
    if (bytes) files.push({ name: typeof name === 'string' ? name : assetId, bytes });
  }
  return files;
}

async function jsonAt(address: string, origin: string): Promise<unknown> {
  const value = parsed(await textAt(address, origin, MAXIMUM_DATA));
  if (value === undefined) throw new MaterialError(`${address} did not answer with an account or keys.`);
  return value;
}

async function textAt(address: string, origin: string, maximum: number): Promise<string> {
  return new TextDecoder().decode(await bytesAt(address, origin, maximum));
}

/** Without cookies, and from the asked site alone. @throws MaterialError */
async function bytesAt(address: string, origin: string, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-cache',
      headers: { Accept: 'text/html, */*;q=0.5' },
    });
  } catch {
    throw new MaterialError(
      `${address} cannot be loaded from here: there is no connection, or the site does not allow it. Save the account and the keys, and check the files.`,
    );
  }
  if (new URL(answer.url).origin !== origin)
    throw new MaterialError(`${address} leads to another site, ${new URL(answer.url).origin}: use its address.`);
  if (!answer.ok) throw new MaterialError(`${address} answered with the status ${answer.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); reader && read && !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > maximum) {
      await reader.cancel();
      throw new MaterialError(`${address} answered with more than ${maximum / 1_000_000} MB.`);
    }
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
