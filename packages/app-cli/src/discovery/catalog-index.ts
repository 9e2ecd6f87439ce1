import { DiscoveryShapeError, isPlainObject, parseDiscoveryUser, type DiscoveryUser } from '@colophon/contract';
import { RefusedError } from '../errors/errors.ts';
import { isSafeName } from './safe-names.ts';

/** The data of a resource that is known without parsing its commands. */
export interface ResourceSummary {
  readonly slug: string;
  readonly className: string;
  readonly apiPath: string;
  readonly label: string;
  readonly description?: string;
  /** The names of its commands, in order; `number 3` for the third if it has none. */
  readonly commands: readonly string[];
  /** Why it is rejected. */
  readonly fault?: string;
}

/** What is known about the artifact of a catalog. */
export interface ArtifactFacts {
  /** The digest of the artifact; absent if the server sent none, or one of another form. */
  readonly digest?: string | undefined;
  /** Whether the server sent an artifact whose form this client does not know. Absent if not. */
  readonly hasUnknownArtifact?: true | undefined;
}

/** The contents of a catalog, in the order of its resources, as JSON for the cache. */
export interface CatalogIndex extends ArtifactFacts {
  readonly user: DiscoveryUser;
  readonly warnings: readonly string[];
  readonly resources: readonly ResourceSummary[];
}

/** A parsed catalog: its index, and the commands of each resource as the server sent them. */
export interface IndexedCatalog {
  readonly index: CatalogIndex;
  readonly commands: readonly (readonly unknown[])[];
}

const MAX_COMMANDS = 20_000;

/**
 * Parses a catalog and determines which of its resources can be used; the others are rejected individually, with the reason.
 *
 * @throws DiscoveryShapeError if it is not a catalog; RefusedError if it is larger than that of any real application
 */
export function indexDiscovery(discovery: unknown, artifact: ArtifactFacts = {}): IndexedCatalog {
  if (!isPlainObject(discovery)) throw new DiscoveryShapeError('', 'an object');
  const { resources: entries, warnings } = discovery;
  const user = parseDiscoveryUser(discovery['user'], '/user');
  if (!Array.isArray(entries)) throw new DiscoveryShapeError('/resources', 'a list');
  const commands = entries.map(commandsOf);
  checkSize(commands);
  const slugsSeen = new Set<string>();
  const resources = entries.map((entry: unknown, position): ResourceSummary => {
    const summary = summaryOf(entry, position);
    const fault = resourceFault(entry) ?? (slugsSeen.has(summary.slug) ? 'it is listed twice' : undefined);
    if (fault !== undefined) return { ...summary, fault };
    slugsSeen.add(summary.slug);
    return summary;
  });
  const warningTexts = Array.isArray(warnings) ? warnings.filter((warning): warning is string => typeof warning === 'string') : [];
  return { index: { ...artifact, user, warnings: warningTexts, resources }, commands };
}

/** Describes the artifact of a catalog for a person: its digest, or why there is none. */
export function describeArtifact({ digest, hasUnknownArtifact }: ArtifactFacts): string {
  return digest ?? (hasUnknownArtifact === true ? 'an artifact of a form that this client does not know' : 'no artifact at all');
}

/** Returns why a resource cannot be used; undefined if it can. Its commands are checked when they are used. */
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
