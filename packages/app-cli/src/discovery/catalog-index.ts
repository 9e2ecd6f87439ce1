import { DiscoveryShapeError, isPlainObject, parseDiscoveryUser, type DiscoveryUser } from '@colophon/contract';
import { RefusedError } from '../errors.ts';
import { resourceFault } from './catalog-resource.ts';

/** What is known of a resource without reading it. */
export interface ResourceSummary {
  readonly slug: string;
  readonly label: string;
  readonly description?: string;
  /** Why it will not be used. */
  readonly fault?: string;
}

/** What a catalog holds, in the order of its resources. It is JSON, so that it can be kept beside them. */
export interface CatalogIndex {
  /** Of the artifact; absent when the server sent none. */
  readonly digest?: string;
  readonly user: DiscoveryUser;
  readonly warnings: readonly string[];
  readonly resources: readonly ResourceSummary[];
}

/** A catalog taken apart: its index, and each resource as the server sent it. */
export interface IndexedCatalog {
  readonly index: CatalogIndex;
  readonly entries: readonly unknown[];
}

const MAX_COMMANDS = 20_000;

/**
 * Takes what a server offers apart and finds out which of its resources can be used; the others are kept back one by one, each with
 * the reason.
 *
 * @throws DiscoveryShapeError when it is no catalog at all; RefusedError when there is more of it than any application has
 */
export function indexDiscovery(discovery: unknown, digest: string | undefined): IndexedCatalog {
  if (!isPlainObject(discovery)) throw new DiscoveryShapeError('', 'an object');
  const { resources: entries, warnings } = discovery;
  const user = parseDiscoveryUser(discovery['user'], '/user');
  if (!Array.isArray(entries)) throw new DiscoveryShapeError('/resources', 'a list');
  checkSize(entries);
  const seen = new Set<string>();
  const resources = entries.map((entry: unknown, index): ResourceSummary => {
    const summary = summaryOf(entry, index);
    const fault = resourceFault(entry) ?? (seen.has(summary.slug) ? 'it is there twice' : undefined);
    if (fault === undefined) seen.add(summary.slug);
    return fault === undefined ? summary : { ...summary, fault };
  });
  return {
    index: {
      ...(digest !== undefined && { digest }),
      user,
      warnings: Array.isArray(warnings) ? warnings.filter((warning): warning is string => typeof warning === 'string') : [],
      resources,
    },
    entries,
  };
}

function checkSize(entries: readonly unknown[]): void {
  const commands = entries.map((entry) => (isPlainObject(entry) && Array.isArray(entry['commands']) ? entry['commands'].length : 0));
  const total = commands.reduce((sum, count) => sum + count, entries.length);
  if (total > MAX_COMMANDS)
    throw new RefusedError('catalog_too_large', `The server offers ${total} commands; more than ${MAX_COMMANDS} are not read`);
}

function summaryOf(entry: unknown, index: number): ResourceSummary {
  const members = isPlainObject(entry) ? entry : {};
  const { slug, label, description } = members;
  const name = typeof slug === 'string' ? slug : `number ${index + 1}`;
  return {
    slug: name,
    label: typeof label === 'string' ? label : name,
    ...(typeof description === 'string' && { description }),
  };
}
