import type { AIError } from '../errors/errors.ts';
import type { ProviderOptions } from '../interface/options.ts';
import { kindNames, type ProviderKind } from '../interface/kinds.ts';
import type { VendorDescription } from '../interface/vendor-row.ts';
import { checkNames } from '../errors/check-names.ts';

/** A name that a package of the AI SDK reads, apart from the names of the vendors. */
const PACKAGE_NAMES = ['amazonBedrock'];

const known: { names?: Readonly<Record<string, true>> } = {};

/** The vendors by whose names options can be given. */
function vendorNames(): Readonly<Record<string, true>> {
  const all = (): string[] => [...Object.entries(kindNames).flatMap(([kind, names]) => [kind, ...names]), ...PACKAGE_NAMES];
  return (known.names ??= Object.fromEntries(all().map((name) => [name, true])));
}

/** Whether options can be given under this name. */
export function isVendorName(name: string): boolean {
  return Object.hasOwn(vendorNames(), name);
}

/**
 * Rejects options for a vendor that does not exist: misspelt, they would silently be those of another vendor.
 *
 * @param refuse creates the error that is thrown
 */
export function checkProviderOptions(
  options: ProviderOptions | undefined,
  { kind, row }: { kind: ProviderKind; row: VendorDescription },
  refuse: (sentence: string) => AIError,
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw refuse('providerOptions must be objects by vendor name.');
  for (const [name, fields] of Object.entries(options)) {
    if (fields === undefined) continue;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw refuse(`providerOptions.${name.slice(0, 40)} must be an object.`);
  }
  // A model object of the AI SDK reads its options under a name that only its package knows.
  if (kind === 'custom') return;
  const own = Object.fromEntries([row.kind, ...row.names].map((name) => [name, true as const]));
  checkNames(options, { ...vendorNames(), ...own }, 'providerOptions.', refuse);
}
