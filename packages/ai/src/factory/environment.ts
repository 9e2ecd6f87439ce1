import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
import { requireKind } from '../catalog/kinds.ts';
import type { Environment, VendorRow } from '../interface/vendor-row.ts';
import { vendorRow } from '../vendors/vendors.ts';
import { readVariable } from '../environment/variables.ts';

/**
 * Returns the kind that `LIB_AI_PROVIDER`, else `LIB_AI_TYPE`, names.
 *
 * @throws AIError `NOT_CONFIGURED` if it names no known kind.
 */
export function readKindVariable(environment: Environment): ProviderKind | undefined {
  const name = readVariable(environment, 'LIB_AI_PROVIDER') === undefined ? 'LIB_AI_TYPE' : 'LIB_AI_PROVIDER';
  const value = readVariable(environment, name);
  if (value === undefined) return undefined;
  return requireKind(value, name);
}

/**
 * Fills in missing client options from the environment. Explicit options win, then the vendor's own variables, then `LIB_AI_*`. If
 * `LIB_AI_PROVIDER` names another kind, the `LIB_AI_*` key, address and model belong to that kind and are ignored, so that no key is sent
 * to another vendor's address.
 */
export function withEnvironment(options: AIOptions, kind: ProviderKind, environment: Environment): AIOptions {
  const row = options.vendor ?? (vendorRow(kind) as VendorRow);
  const variables = row.environment;
  const named = readKindVariable(environment);
  const own = (...names: readonly string[]): string | undefined =>
    (named ?? kind) === kind ? readVariable(environment, ...names) : undefined;
  const filled: AIOptions = options.vendor === undefined ? { ...options, type: kind } : { ...options };
  const fill = <Name extends keyof AIOptions>(name: Name, value: AIOptions[Name] | undefined): void => {
    if (filled[name] === undefined && value !== undefined) filled[name] = value;
  };
  variables.fill?.(filled, environment);
  const hasKey = filled.credentials !== undefined;
  if (!hasKey) fill(row.keyOption ?? 'apiKey', readVariable(environment, ...(variables.key ?? [])) ?? own('LIB_AI_API_KEY'));
  fill(row.urlOption ?? 'baseUrl', readVariable(environment, ...(variables.url ?? [])) ?? own('LIB_AI_BASE_URL'));
  fill('adminUrl', variables.adminUrl && readVariable(environment, variables.adminUrl));
  fill('adminUser', variables.adminUser && readVariable(environment, variables.adminUser));
  fill('adminPassword', variables.adminPassword && readVariable(environment, variables.adminPassword));
  // A model configured for no particular kind is a text model.
  if (row.mediaOnly !== true || named === kind) fill('defaultModel', own('LIB_AI_MODEL', 'LIB_AI_DEFAULT_MODEL'));
  fill('timeout', readNumber(environment, 'LIB_AI_TIMEOUT'));
  fill('maxRetries', readNumber(environment, 'LIB_AI_MAX_RETRIES'));
  return filled;
}

function readNumber(environment: Environment, name: string): number | undefined {
  const value = readVariable(environment, name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new AIError(`${name} must be a whole number, not '${value.slice(0, 20)}'.`, { code: 'AI_LIMIT_INVALID' });
  return Number(value);
}
