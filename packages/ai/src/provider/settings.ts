import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/client-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import { readCeilings, type Ceilings } from '../limits/ceilings.ts';
import { hashKey } from '../pacing/key.ts';
import { readPacing, type PacingSettings } from '../pacing/settings.ts';

/** A client's options, checked. */
export interface ProviderSettings {
  readonly kind: ProviderKind;
  readonly options: AIOptions;
  readonly ceilings: Ceilings;
  readonly pacing: PacingSettings | undefined;
  /** Names the budget this client shares with others; never a credential itself. */
  readonly budgetKey: string;
  readonly secrets: readonly string[];
  readonly fetch: typeof globalThis.fetch;
}

/** Checks the options of one client; every constructor begins here. */
export function readSettings(kind: ProviderKind, options: AIOptions): ProviderSettings {
  const secrets = [
    options.apiKey,
    options.apiToken,
    options.credentials?.secretAccessKey,
    options.credentials?.sessionToken,
    options.adminPassword,
    options.credentials?.accessKeyId,
  ].filter((secret) => secret !== undefined && secret !== '') as string[];
  return {
    kind,
    options,
    ceilings: readCeilings(options),
    pacing: readPacing(options.rateLimit),
    budgetKey: budgetKey(kind, options),
    secrets,
    // Looked up on every call, so that a global fetch replaced later is honoured.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function budgetKey(kind: ProviderKind, options: AIOptions): string {
  const named = options.rateLimit?.key?.trim();
  if (named) return `named:${hashKey(named)}`;
  const credential = options.apiKey ?? options.apiToken ?? options.credentials?.accessKeyId ?? options.cliPath ?? '';
  return `${kind}:${hashKey(`${options.baseUrl ?? options.endpoint ?? options.region ?? ''}\n${credential}`)}`;
}

/**
 * Gives an option that a kind cannot do without.
 *
 * @throws AIError `NOT_CONFIGURED` naming the option and the variable that may stand for it.
 */
export function requireOption(value: string | undefined, kind: ProviderKind, name: string, variables: readonly string[] = []): string {
  if (value !== undefined && value.trim() !== '') return value.trim();
  const also = variables.length === 0 ? '' : ` or set ${variables.join(' or ')}`;
  throw new AIError(`${kind} needs \`${name}\`: pass it${also}.`, { code: 'NOT_CONFIGURED', provider: kind });
}

/** Reads an address: `host:port` becomes `http://host:port`, and no slash is left at the end. */
export function readAddress(value: string, name: string, kind: ProviderKind): string {
  const text = value.trim();
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new AIError(`\`${name}\` of ${kind} is not an http or https address.`, { code: 'NOT_CONFIGURED', provider: kind });
  }
  return url.replace(/\/+$/, '');
}
