import { CLI_BUILTIN_COMMANDS } from '@colophon/contract';
import { describeArtifact } from '../../discovery/catalog-index.ts';
import type { Catalog } from '../../discovery/catalog.ts';
import { parseBuiltinArguments, rejectExtraWords } from '../../flags/builtin-flags.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { styleFor } from '../../output/style.ts';
import { writeResult } from '../../output/write-result.ts';
import type { ReadCatalog } from '../../discovery/read-catalog.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** Prints the resources available to this caller. `--debug` adds the source, the warnings and the rejected entries. */
export async function runResources(context: CommandContext, words: readonly string[]): Promise<void> {
  const { switches, positionals } = parseBuiltinArguments(words, ['warnings']);
  rejectExtraWords('resources', positionals);
  const read = await context.catalog();
  const { catalog } = read;
  tellRefusals(context, catalog);
  if (context.flags.debug) await tellOrigin(context, read);
  if (context.flags.debug || switches.has('warnings')) for (const warning of catalog.warnings) context.notice(`Not offered: ${warning}`);
  const { user, warnings } = catalog;
  const resources = catalog.resources().map((resource) => ({ ...resource.summary, commands: resource.commands() }));
  const value = { user, warnings, resources, ...(catalog.digest !== undefined && { digest: catalog.digest }) };
  if (resources.length === 0) await tellEmpty(context);
  await writeResult(context, { value, text: formatCatalog(context, catalog) });
}

function tellRefusals(context: CommandContext, catalog: Catalog): void {
  for (const name of CLI_BUILTIN_COMMANDS) {
    if (catalog.summaries.has(name) && !context.app.extraCommands.has(name))
      context.notice(`The resource ${name} cannot be used here: ${name} is a command of this client`);
  }
  for (const [slug, reason] of catalog.refused) context.notice(`Refused the resource ${JSON.stringify(slug)}: ${reason}`);
  for (const resource of catalog.resources()) {
    for (const [name, reason] of resource.refused())
      context.notice(`Refused the command ${JSON.stringify(`${resource.summary.slug} ${name}`)}: ${reason}`);
  }
}

async function tellOrigin(context: CommandContext, { catalog, origin }: ReadCatalog): Promise<void> {
  const { serverUrl, source } = await context.server();
  const { choice, issuer } = await context.session();
  const origins = { fetched: 'fetched now', unchanged: 'unchanged since it was cached', cached: 'from the cache' };
  context.notice(`Server ${serverUrl}, from ${source}`);
  context.notice(
    `Token: ${choice.source === 'none' ? 'none' : `from the ${choice.source}`}${issuer === undefined ? '' : `, issuer ${issuer}`}`,
  );
  context.notice(`Catalog ${origins[origin]}; ${describeArtifact(catalog)}; cache in ${context.paths.cacheDirectory}`);
}

async function tellEmpty(context: CommandContext): Promise<void> {
  const { hasToken, client } = await context.session();
  if (hasToken) context.notice(`${client.baseUrl} offers you nothing`);
  else context.notice(`${client.baseUrl} offers nothing without signing in. Sign in with: ${context.commandLine('auth login')}`);
}

function formatCatalog(context: CommandContext, catalog: Catalog): string {
  const { io, flags } = context;
  const style = styleFor(io.stdout, io.env, flags);
  const lines: string[] = [];
  for (const resource of catalog.resources()) {
    const { slug, label, description } = resource.summary;
    const name = sanitizeLine(label, 80);
    const about = description === undefined ? name : `${name}: ${sanitizeLine(description, 200)}`;
    const commands = resource.commands().map(({ commandName }) => commandName);
    lines.push(`${style.bold(slug)}  ${style.dim(about)}`, `  ${commands.join(', ')}`);
  }
  return lines.join('\n');
}
