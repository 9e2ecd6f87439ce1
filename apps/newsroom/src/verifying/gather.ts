import { hostOf } from '@colophon/app';
import { readFile } from 'node:fs/promises';
import { ACCOUNT_CREDENTIAL_MEDIA_TYPE, ACCOUNT_PATHS, SIGNED_ACCOUNT_FORMAT, SIGNED_EDITION_FORMAT } from '@colophon/contract';
import { createOutbound, type Outbound, OutboundError } from '@colophon/outbound';
import { LogError, type LogPolicy, type VerifyOptions } from '@colophon/verify';
import { decodeJwt } from 'jose';
import { VERSION } from '../server/describe.ts';
import { type FetchText, policyOfPublisher, readPolicy } from './gather-policy.ts';
import { type GivenFile, picturesAt, picturesIn } from './gather-pictures.ts';

/** An account to verify, with the data to verify it against. */
export interface Gathered {
  readonly account: unknown;
  readonly options: VerifyOptions;
  /** The requested page; undefined if it was an account or a file. */
  readonly page?: string | undefined;
}

/** The arguments of the command line. */
export interface VerifyArguments {
  /** The address of a page or of a signed account, or a file. */
  readonly target: string;
  /** A file with the publisher's keys; without it they are fetched from the publisher. */
  readonly keysFile?: string | undefined;
  readonly issuer?: string | undefined;
  /** The address of the piece that a file must be about. */
  readonly address?: string | undefined;
  /** A folder with pictures and files of the piece; for a page, its pictures are loaded. */
  readonly pictures?: string | undefined;
  /** A file with the publisher's log and the witnesses that must have cosigned it; without it the log's key is fetched from the publisher. */
  readonly policyFile?: string | undefined;
  /** A file with the certificates of time-stamp authorities, in PEM. */
  readonly authoritiesFile?: string | undefined;
}

/** The account cannot be verified: something required is missing. This says nothing about the account. */
export class GatherError extends Error {}

const MAXIMUM_BYTES = 5_000_000;

/** Loads an account and the publisher's keys. @throws GatherError */
export async function gather(parameters: VerifyArguments): Promise<Gathered> {
  const isAddress = /^https?:\/\//i.test(parameters.target);
  const gathered = await (isAddress ? gatherFromAddress(parameters) : gatherFromFile(parameters));
  const { policyFile, authoritiesFile } = parameters;
  const timeAuthorities = authoritiesFile === undefined ? undefined : await readText(authoritiesFile);
  const policy = policyFile === undefined ? gathered.options.policy : await policyIn(policyFile);
  return { ...gathered, options: { ...gathered.options, policy, timeAuthorities } };
}

/** @throws GatherError */
async function policyIn(file: string): Promise<LogPolicy> {
  try {
    return await readPolicy(await readText(file));
  } catch (error) {
    throw error instanceof LogError ? new GatherError(`${file} is no policy: ${error.message}`) : error;
  }
}

/** Fetches from the publisher's site alone. */
function publisherAt(outbound: Outbound, origin: string): FetchText {
  return (path) => fetchText(outbound, `${origin}${path}`, origin).catch(() => undefined);
}

/** A document that does not claim to be an account proves nothing, and is not evidence against anybody. @throws GatherError */
function requireAccount(found: unknown, target: string): unknown {
  const { format, status, title, detail } = Object(found) as Readonly<Record<string, unknown>>;
  if (typeof found === 'string' ? isCompactJws(found) : format === SIGNED_ACCOUNT_FORMAT || format === SIGNED_EDITION_FORMAT) return found;
  const summary = [status, title, detail].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
  const isProblem = typeof status === 'number' && summary !== String(status);
  const what = isProblem ? `contains an error response, "${summary.slice(0, 300)}"` : 'contains no signed account';
  throw new GatherError(
    `${target} ${what}: fetch the account of the piece again, from the address next to its credential that ends in /account.`,
  );
}

/** The keys are those of the requested site, so that no page can supply its own. */
async function gatherFromAddress({ target, keysFile, issuer, address: expected, pictures: folder }: VerifyArguments): Promise<Gathered> {
  // The user of the command names this host, so it may be in their own network; redirect targets may not.
  const { origin } = addressFrom(target);
  const outbound = outboundTo(target);
  const found = await fetchText(outbound, target, origin);
  const isPage = /^\s*</.test(found);
  const account = requireAccount(await accountOf(outbound, found, target, isPage), target);
  const keys =
    keysFile === undefined ? parse(await fetchText(outbound, `${origin}${ACCOUNT_PATHS.keys}`, origin)) : await readKeys(keysFile);
  const address = expected ?? (isPage ? addressOf(target) : undefined);
  const pictures = folder === undefined ? (isPage ? await picturesAt(outbound, origin, account) : []) : await readPictures(folder);
  const policy = await policyOfPublisher(account, publisherAt(outbound, origin));
  const options = { keys, issuer: issuer ?? `${origin}${ACCOUNT_PATHS.issuer}`, address, pictures, policy };
  return { account, options, page: isPage ? found : undefined };
}

async function gatherFromFile({ target, keysFile, issuer, address, pictures: folder }: VerifyArguments): Promise<Gathered> {
  const account = requireAccount(parse(await readText(target)), target);
  const pictures = folder === undefined ? [] : await readPictures(folder);
  if (keysFile !== undefined) return { account, options: { keys: await readKeys(keysFile), issuer, address, pictures } };
  const signedBy = issuer ?? issuerOf(account);
  if (signedBy === undefined) throw new GatherError(`${target} does not name its signer: pass the publisher's keys with --keys.`);
  const { origin } = addressFrom(signedBy);
  const outbound = createOutbound({ userAgent: USER_AGENT });
  const keys = parse(await fetchText(outbound, `${origin}${ACCOUNT_PATHS.keys}`, origin, " Pass the publisher's keys with --keys."));
  const policy = await policyOfPublisher(account, publisherAt(outbound, origin));
  return { account, options: { keys, issuer: `${origin}${ACCOUNT_PATHS.issuer}`, address, pictures, policy } };
}

/** @throws GatherError */
function addressFrom(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new GatherError(`${text} is not an address: write it in full, such as https://news.example/articles/rain.`);
}

const USER_AGENT = `Colophon/${VERSION}`;

function outboundTo(address: string): Outbound {
  return createOutbound({ userAgent: USER_AGENT, allowHosts: [hostOf(address)] });
}

/**
 * @param remedy what to do if the address cannot be requested
 * @throws GatherError also if the response came from another site than the requested one
 */
async function fetchText(outbound: Outbound, url: string, origin: string, remedy = ''): Promise<string> {
  try {
    await using answer = await outbound.open({ url, maximumBytes: MAXIMUM_BYTES });
    if (new URL(answer.url).origin !== origin)
      throw new GatherError(`${url} redirects to another site, ${new URL(answer.url).origin}: use its address.`);
    if (answer.status !== 200) throw new GatherError(`${url} returned the status ${answer.status}.`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if (OutboundError.isInstance(error)) throw new GatherError(`${url} cannot be requested: ${error.message}${remedy}`);
    throw error;
  }
}

/** A page names its account in a link; next to a credential is the account with its text. */
async function accountOf(outbound: Outbound, found: string, target: string, isPage: boolean): Promise<unknown> {
  if (!isPage && !isCompactJws(found)) return parse(found);
  const credential = isPage ? linkIn(found, target) : target;
  if (credential === undefined)
    throw new GatherError(`${target} names no signed account: its head has no <link> of the type ${ACCOUNT_CREDENTIAL_MEDIA_TYPE}.`);
  const { origin } = new URL(target);
  if (new URL(credential).origin !== origin)
    throw new GatherError(`${target} names an account at another site, ${new URL(credential).origin}.`);
  return parse(await fetchText(outbound, new URL('account', credential).href, origin));
}

function linkIn(html: string, base: string): string | undefined {
  const [head = ''] = html.split(/<\/head>/i);
  for (const [link] of head.matchAll(/<link\b[^>]*>/gi)) {
    if (!link.includes(`"${ACCOUNT_CREDENTIAL_MEDIA_TYPE}"`)) continue;
    const href = /\bhref="([^"]*)"/i.exec(link)?.[1]?.replaceAll('&amp;', '&');
    if (href !== undefined && URL.canParse(href, base)) return new URL(href, base).href;
  }
  return undefined;
}

function addressOf(target: string): string {
  const { origin, pathname } = new URL(target);
  return `${origin}${pathname}`;
}

/** The signer that an account names: the keys are fetched from there, and then prove it or not. */
function issuerOf(account: unknown): string | undefined {
  const jws = typeof account === 'string' ? account : (account as { credential?: unknown } | null)?.credential;
  try {
    const { issuer } = decodeJwt(String(jws)) as { issuer?: unknown };
    return typeof issuer === 'string' && /^https?:\/\//.test(issuer) && URL.canParse(issuer) ? issuer : undefined;
  } catch {
    return undefined;
  }
}

/** @throws GatherError */
async function readPictures(folder: string): Promise<GivenFile[]> {
  try {
    return await picturesIn(folder);
  } catch (error) {
    throw new GatherError(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

async function readKeys(file: string): Promise<unknown> {
  return parse(await readText(file));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new GatherError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** Parses JSON; anything else is returned as text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}

function isCompactJws(text: string): boolean {
  return /^\s*[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(text);
}
