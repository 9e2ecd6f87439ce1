import type { JSONObject, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { invalidInput } from '../errors/errors.ts';
import type { ProviderOptions } from '../interface/options.ts';
import type { VendorRow } from '../interface/vendor-row.ts';
import type { TextVendor } from './vendor.ts';

/** The names under which packages of the AI SDK expect their own options, apart from those in the table of vendors. */
const packageNames: Readonly<Record<string, readonly string[]>> = { 'cloud-platform': ['amazonBedrock'] };

/**
 * Selects the options of one vendor and moves them to where its model expects them.
 *
 * @throws AIError `INVALID_INPUT` if they are not objects by name.
 */
export function vendorOptions(
  vendor: TextVendor,
  row: Pick<VendorRow, 'names'>,
  ...optionSets: readonly (ProviderOptions | undefined)[]
): SharedV4ProviderOptions {
  if (optionSets.every((options) => options === undefined)) return emptyOptions;
  const result: Record<string, JSONObject> = {};
  const names = [vendor.kind, ...row.names, ...(packageNames[vendor.kind] ?? [])] as readonly string[];
  for (const options of optionSets) {
    for (const [name, fields] of Object.entries(options ?? {})) {
      if (typeof fields !== 'object' || fields === null) throw invalidInput(`providerOptions.${name.slice(0, 40)} must be an object.`);
      if (vendor.optionsName === undefined) result[name] = { ...result[name], ...(fields as JSONObject) };
      else if (names.includes(name)) result[vendor.optionsName] = { ...result[vendor.optionsName], ...named(vendor.optionsName, fields) };
    }
  }
  return result;
}

const emptyOptions: SharedV4ProviderOptions = {};

/** Merges options over others, by name. */
export function mergeOptions(...all: readonly (SharedV4ProviderOptions | undefined)[]): SharedV4ProviderOptions {
  const named = all.filter((options) => options !== undefined && options !== emptyOptions);
  if (named.length <= 1) return named[0] ?? emptyOptions;
  const result: Record<string, JSONObject> = {};
  for (const options of named) {
    for (const [name, fields] of Object.entries(options ?? {})) result[name] = { ...result[name], ...fields };
  }
  return result;
}

/** Fields of a wire use `snake_case`; `camelCase` is accepted too. */
function named(optionsName: string, fields: Readonly<Record<string, unknown>>): JSONObject {
  if (optionsName !== 'wire') return fields as JSONObject;
  const entries = Object.entries(fields).map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]);
  return Object.fromEntries(entries) as JSONObject;
}
