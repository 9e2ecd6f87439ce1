import { DiscoveryShapeError, isPlainObject, parseDiscoveryUser, type DiscoveryUser } from '@colophon/contract';
import { RefusedError } from '../errors.ts';
import { isSafeName } from './safe-names.ts';

/** What is known of a resource without reading its commands. */
export interface ResourceSummary {
  readonly slug: string;
  readonly className: string;
  readonly apiPath: string;
  readonly label: string;
  readonly description?: string;
  /** The names of its commands, in their order; `number 3` for the third where it has none. */
  readonly commands: readonly string[];
  /** Why it will not be used. */
  readonly fault?: string;
}

/** What a catalog holds, in the order of its resources. It is JSON, so that it can be kept. */
export interface CatalogIndex {
  /** Of the artifact; absent when the server sent none. */
  readonly digest?: string;
  readonly user: DiscoveryUser;
  readonly warnings: readonly string[];
  readonly resources: readonly ResourceSummary[];
}

/** A catalog taken apart: its index, and the commands of each resource as the server sent them. */
export interface IndexedCatalog {
  readonly index: CatalogIndex;
  readonly commands: readonly (readonly unknown[])[];
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
  const commands = entries.map(commandsOf);
  checkSize(commands);
  const seen = new Set<string>();
  const resources = entries.map((entry: unknown, position): ResourceSummary => {
    const summary = summaryOf(entry, position);
    const fault = resourceFault(entry) ?? (seen.has(summary.slug) ? 'it is there twice' : undefined);
    if (fault !== undefined) return { ...summary, fault };
    seen.add(summary.slug);
    return summary;
  });
  const said = Array.isArray(warnings) ? warnings.filter((warning): warning is string => typeof warning === 'string') : [];
  return { index: { ...(digest !== undefined && { digest }), user, warnings: said, resources }, commands };
}

/** Why a resource cannot be used at all; undefined when it can. Its commands are looked at when they are used. */
function resourceFault(entry: unknown): string | undefined {
  if (!isPlainObject(entry) || !isSafeName(entry['slug'])) return 'its slug is not a safe name';
  if (!isSafeName(entry['apiPath'])) return 'its API path is not one safe URL segment';
  return Array.isArray(entry['commands']) ? undefined : 'its commands are not a list';
}

function checkSize(commands: readonly (readonly unknown[])[]): void {
  const total = commands.reduce((sum, { length }) => sum + length, commands.length);
  if (total > MAX_COMMANDS)
    throw new RefusedError('catalog_too_large', `The server offers ${total} commands; more than ${MAX_COMMANDS} are not read`);
}

function commandsOf(entry: unknown): readonly unknown[] {
  const commands = isPlainObject(entry) ? entry['commands'] : undefined;
  return Array.isArray(commands) ? commands : [];
}

function summaryOf(entry: unknown, position: number): ResourceSummary {
  const members = isPlainObject(entry) ? entry : {};
  const text = (name: string, otherwise: string): string => (typeof members[name] === 'string' ? members[name] : otherwise);
  const slug = text('slug', `number ${position + 1}`);
  const { description } = members;
  return {
    slug,
    className: text('className', slug),
    apiPath: text('apiPath', ''),
    label: text('label', slug),
    ...(typeof description === 'string' && { description }),
    commands: commandsOf(entry).map((command, index) => {
      const name = isPlainObject(command) ? command['commandName'] : undefined;
      return typeof name === 'string' ? name : `number ${index + 1}`;
    }),
  };
}
