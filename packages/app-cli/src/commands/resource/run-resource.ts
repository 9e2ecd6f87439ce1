import type { DiscoveryCommand } from '@colophon/contract';
import { readCachedCatalog } from '../../discovery/read-catalog.ts';
import type { CatalogResource } from '../../discovery/catalog-resource.ts';
import type { Catalog } from '../../discovery/catalog.ts';
import { AuthError, NetworkError, RefusedError, UsageError } from '../../errors/errors.ts';
import { didYouMean } from '../../flags/suggest.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** Runs `<resource> <command> …`, or shows its help. */
export async function runResourceCommand(
  context: CommandContext,
  words: readonly string[],
  builtinNames: readonly string[],
): Promise<void> {
  const [slug = '', commandName, ...args] = words;
  const catalog = await catalogFor(context);
  const resource = await findResource(context, catalog, slug, builtinNames);
  if (commandName === undefined || commandName.startsWith('-')) {
    if (commandName !== undefined && !context.flags.help) throw new UsageError(`${slug} must be followed by a command, not ${commandName}`);
    const { showResourceHelp } = await import('../help/resource-help.ts');
    return showResourceHelp(context, resource);
  }
  const command = findCommand(resource, commandName);
  if (context.flags.help) {
    const { showCommandHelp } = await import('../help/command-help.ts');
    return showCommandHelp(context, resource.summary, command);
  }
  const { invokeCommand } = await import('./invoke.ts');
  return invokeCommand(context, resource, command, args);
}

/** Help and dry runs can use the cached catalog: help if the server is unreachable, dry runs always. */
async function catalogFor(context: CommandContext): Promise<Catalog> {
  const { flags } = context;
  if (flags.dryRun && !flags.refresh && flags.pin === undefined) {
    const cached = readCachedCatalog(await context.session(), context.cache);
    if (cached !== undefined) return cached.catalog;
  }
  try {
    return (await context.catalog()).catalog;
  } catch (error) {
    if (!flags.help || !(error instanceof NetworkError)) throw error;
    const cached = readCachedCatalog(await context.session(), context.cache);
    if (cached === undefined) throw error;
    context.notice(`${error.message}; this is the catalog of ${new Date(cached.fetchedAt).toISOString()}`);
    return cached.catalog;
  }
}

async function findResource(
  context: CommandContext,
  catalog: Catalog,
  slug: string,
  builtinNames: readonly string[],
): Promise<CatalogResource> {
  const resource = catalog.resource(slug);
  if (resource !== undefined) return resource;
  const reason = catalog.refused.get(slug);
  if (reason !== undefined)
    throw new RefusedError('unsafe_resource', `The server offers ${sanitizeLine(slug, 80)}, but ${reason}; it is not used`);
  const session = await context.session();
  if (!session.hasToken && catalog.summaries.size === 0) {
    throw new AuthError('not_signed_in', `There is no command ${sanitizeLine(slug, 80)} without signing in to ${session.client.baseUrl}`, {
      hint: `Sign in with: ${context.commandLine('auth login')}`,
    });
  }
  const names = [...context.app.extraCommands.keys(), ...builtinNames, ...catalog.summaries.keys()];
  throw new UsageError(`There is no command or resource ${JSON.stringify(sanitizeLine(slug, 80))}`, {
    hint: didYouMean(slug, names) ?? `${context.commandLine('resources')} lists the resources.`,
  });
}

function findCommand(resource: CatalogResource, commandName: string): DiscoveryCommand {
  const entry = resource.find(commandName);
  if (entry !== undefined && 'command' in entry) return entry.command;
  const { slug, commands: names } = resource.summary;
  if (entry !== undefined) {
    throw new RefusedError(
      'unsafe_command',
      `The server offers ${slug} ${sanitizeLine(commandName, 80)}, but ${entry.fault}; it is not run`,
    );
  }
  throw new UsageError(`${slug} has no command ${JSON.stringify(sanitizeLine(commandName, 80))}`, {
    hint:
      didYouMean(commandName, names) ??
      [
        names.length > 0 ? `It has ${sanitizeLine(names.join(', '))}.` : 'You are not allowed to run any.',
        "The application's developers can expose more with the class option cli: { include: 'all' }.",
      ].join(' '),
  });
}
