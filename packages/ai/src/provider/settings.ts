import { AIError } from '../errors/errors.ts';
import { secretForms } from '../errors/redact.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import { readCeilings, type Ceilings } from '../limits/ceilings.ts';
import { hashKey } from '../pacing/key.ts';
import { readPacing, type PacingSettings } from '../pacing/settings.ts';
import { checkPrices } from '../pricing/check-prices.ts';
import { SpendingLimit } from '../pricing/spending-limit.ts';
import type { VendorDescription } from '../interface/vendor-row.ts';
import { notConfigured } from '../errors/check-names.ts';
import { checkProviderOptions } from './check-provider-options.ts';
import { checkOptionNames } from './option-names.ts';

/** The validated options of a client. */
export interface ProviderSettings {
  readonly kind: ProviderKind;
  /** The description of the vendor, from the table of vendors or from the caller. */
  readonly row: VendorDescription;
  readonly options: AIOptions;
  readonly ceilings: Ceilings;
  readonly pacing: PacingSettings | undefined;
  /** Identifies the budget that this client shares with others; never a credential itself. */
  readonly budgetKey: string;
  readonly secrets: readonly string[];
  readonly fetch: typeof globalThis.fetch;
}

/** The settings of every provider of this library, for code that wraps providers. */
export const settingsByProvider = new WeakMap<object, ProviderSettings>();

/**
 * Validates the options of one client; every constructor starts here.
 *
 * @param own the description of the vendor that the class is for; a vendor in the options overrides it
 */
export function readSettings(own: VendorDescription, options: AIOptions): ProviderSettings {
  const kind = own.kind as ProviderKind;
  checkOptionNames(options);
  checkPrices(options.prices);
  if (options.spending !== undefined && !(options.spending instanceof SpendingLimit)) {
    throw new AIError('`spending` must be the result of createSpendingLimit.', { code: 'NOT_CONFIGURED', provider: kind });
  }
  const { adminUser, adminPassword, credentials } = options;
  const given = [
    options.apiKey,
    options.apiToken,
    typeof options.accessToken === 'string' ? options.accessToken : undefined,
    credentials?.secretAccessKey,
    credentials?.sessionToken,
    credentials?.accessKeyId,
    adminPassword,
    ...Object.values(options.headers ?? {}),
  ];
  const basic = adminUser === undefined || adminPassword === undefined ? undefined : { user: adminUser, password: adminPassword };
  const secrets = secretForms(given, basic);
  let sharedKey: string | undefined;
  const row = options.vendor ?? own;
  checkProviderOptions(options.providerOptions, { kind, row }, notConfigured);
  return {
    kind,
    row,
    options,
    ceilings: readCeilings(options),
    pacing: readPacing(options.rateLimit),
    get budgetKey() {
      return (sharedKey ??= budgetKey(kind, options));
    },
    secrets,
    // Looked up on every call, so that a global fetch replaced later is used.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function budgetKey(kind: ProviderKind, options: AIOptions): string {
  const named = options.rateLimit?.key?.trim();
  if (named) return `named:${hashKey(named)}`;
  const token = typeof options.accessToken === 'string' ? options.accessToken : undefined;
  const credential = options.apiKey ?? options.apiToken ?? token ?? options.credentials?.accessKeyId ?? options.cliPath ?? '';
  return `${kind}:${hashKey(`${options.baseUrl ?? options.endpoint ?? options.region ?? ''}\n${credential}`)}`;
}

/**
 * Returns an option that a kind requires.
 *
 * @throws AIError `NOT_CONFIGURED` naming the option and the variable that can be set instead.
 */
export function requireOption(value: string | undefined, kind: ProviderKind, name: string, variables: readonly string[] = []): string {
  if (value !== undefined && value.trim() !== '') return value.trim();
  const also = variables.length === 0 ? '' : ` or set ${variables.join(' or ')}`;
  throw new AIError(`${kind} needs \`${name}\`: pass it${also}.`, { code: 'NOT_CONFIGURED', provider: kind });
}

/**
 * Normalizes an address: `host:port` becomes `http://host:port`, and a trailing slash is removed.
 *
 * @throws AIError `NOT_CONFIGURED` for an invalid address, and for one with credentials, a query or a fragment: paths are appended to it,
 * and it may be printed.
 */
export function readAddress(value: string, name: string, kind: ProviderKind): string {
  const text = value.trim();
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new AIError(`\`${name}\` of ${kind} is not an http or https address.`, { code: 'NOT_CONFIGURED', provider: kind });
  }
  const { username, password, search, hash } = new URL(url);
  const forbiddenPart =
    username !== '' || password !== '' ? 'credentials' : search !== '' ? 'a query' : hash !== '' ? 'a fragment' : undefined;
  if (forbiddenPart === undefined) return url.replace(/[/?#]+$/, '');
  const remedy = forbiddenPart === 'credentials' ? 'Pass them as separate options.' : 'Remove it.';
  throw new AIError(`\`${name}\` of ${kind} contains ${forbiddenPart}. ${remedy}`, { code: 'NOT_CONFIGURED', provider: kind });
}
