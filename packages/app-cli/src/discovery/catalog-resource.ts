import {
  DiscoveryShapeError,
  isPlainObject,
  parseDiscoveryCommand,
  type DiscoveryCommand,
  type DiscoveryResource,
} from '@colophon/contract';
import { commandNameFault, isSafeName } from './safe-names.ts';

/** A resource whose names were found safe to build URLs from. */
export interface CatalogResource {
  readonly resource: Omit<DiscoveryResource, 'commands'>;
  readonly commands: ReadonlyMap<string, DiscoveryCommand>;
  /** Why a command of that name will not be run. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Why a resource cannot be used at all; undefined when it can. Its commands are looked at when it is used. */
export function resourceFault(entry: unknown): string | undefined {
  if (!isPlainObject(entry) || !isSafeName(entry['slug'])) return 'its slug is not a safe name';
  if (!isSafeName(entry['apiPath'])) return 'its API path is not one safe URL segment';
  if (!Array.isArray(entry['commands'])) return 'its commands are not a list';
  return undefined;
}

/**
 * Reads a resource that {@link resourceFault} found usable, command by command: one that is malformed, of an unknown kind or unsafe
 * takes only itself away.
 */
export function readCatalogResource(entry: Readonly<Record<string, unknown>>): CatalogResource {
  const commands = new Map<string, DiscoveryCommand>();
  const refused = new Map<string, string>();
  (entry['commands'] as readonly unknown[]).forEach((value, index) => {
    const command = readCommand(value);
    const name = nameOf(value) ?? `number ${index + 1}`;
    if (typeof command === 'string') refused.set(name, command);
    else if (commands.has(command.commandName)) refused.set(name, 'it is there twice');
    else commands.set(command.commandName, command);
  });
  const text = (name: string, otherwise: string): string => (typeof entry[name] === 'string' ? entry[name] : otherwise);
  const slug = text('slug', '');
  const { description } = entry;
  const resource = {
    slug,
    className: text('className', slug),
    apiPath: text('apiPath', ''),
    label: text('label', slug),
    ...(typeof description === 'string' && { description }),
  };
  return { resource, commands, refused };
}

/** The command, or why it will not be run. */
function readCommand(value: unknown): DiscoveryCommand | string {
  try {
    const command = parseDiscoveryCommand(value, '');
    return commandNameFault(command) ?? command;
  } catch (error) {
    if (error instanceof DiscoveryShapeError) return `it is malformed at ${error.pointer === '' ? 'its top' : error.pointer}`;
    throw error;
  }
}

function nameOf(value: unknown): string | undefined {
  const name = isPlainObject(value) ? value['commandName'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
