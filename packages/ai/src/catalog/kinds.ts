import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import { kindNames, type ProviderKind, type ProviderType } from '../interface/kinds.ts';

/** The kinds of provider. Each can also be named by its vendor, see {@link resolveKind}. */
export const providerKinds: readonly ProviderKind[] = Object.keys(kindNames) as ProviderKind[];

/** The kind of each common name. */
export const kindAliases: Readonly<Record<Exclude<ProviderType, ProviderKind>, ProviderKind>> = Object.fromEntries(
  providerKinds.flatMap((kind) => kindNames[kind].map((name) => [name, kind])),
) as never;

/** Returns the kind of a name; `undefined` if there is none. */
export function resolveKind(name: string): ProviderKind | undefined {
  const normalized = name.trim().toLowerCase();
  return providerKinds.find((kind) => kind === normalized || (kindNames[kind] as readonly string[]).includes(normalized));
}

/** Returns the kind of a name, or throws `NOT_CONFIGURED` naming where the name came from. */
export function requireKind(value: unknown, source: string): ProviderKind {
  const kind = typeof value === 'string' ? resolveKind(value) : undefined;
  if (kind !== undefined) return kind;
  const names = providerKinds.map((kind) => [kind, ...kindNames[kind]].join(' or ')).join(', ');
  throw new AIError(`${source} is '${String(value).slice(0, 40)}', which is not a kind of provider. Use one of: ${names}.`, {
    code: 'NOT_CONFIGURED',
  });
}

/**
 * The kind of a vendor passed by the caller.
 *
 * @throws AIError `NOT_CONFIGURED` if it is invalid, or if `type` names another
 */
export function vendorKind({ vendor, type }: AIOptions): ProviderKind {
  if (typeof vendor?.kind !== 'string' || typeof vendor.load !== 'function') {
    throw new AIError('`vendor` must be the result of compatibleVendor or defineVendor.', { code: 'NOT_CONFIGURED' });
  }
  if (type === undefined || type === vendor.kind) return vendor.kind as ProviderKind;
  throw new AIError(`\`type\` is '${type}', but \`vendor\` is '${vendor.kind.slice(0, 40)}'. Pass one of them.`, {
    code: 'NOT_CONFIGURED',
  });
}
