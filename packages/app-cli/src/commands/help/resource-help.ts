import type { CatalogResource } from '../../discovery/catalog-resource.ts';
import { sanitizeLine, sanitizeText } from '../../io/sanitize.ts';
import { inputOf } from '../../flags/schema-flags.ts';
import { styleFor } from '../../output/style.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { commandUsage } from '../usage.ts';
import { helpSection, type HelpEntry } from './layout.ts';

/** Shows the commands of a resource. */
export function showResourceHelp(context: CommandContext, catalogResource: CatalogResource): void {
  const { summary: resource } = catalogResource;
  const { io } = context;
  const style = styleFor(io.stdout, io.env, context.flags);
  const entries = catalogResource.commands().map((command): HelpEntry => {
    const usage = commandUsage({ commandLine: (words) => words }, resource, command, inputOf(command));
    return [usage.slice(resource.slug.length + 1), sanitizeLine(command.description ?? '', 160)];
  });
  const description = resource.description === undefined ? '' : `\n${sanitizeText(resource.description).trim()}\n`;
  io.stdout.write(
    `${style.bold(sanitizeLine(resource.label, 120))}\n${description}${helpSection(`Commands of ${resource.slug}`, entries, style)}\n` +
      `Add --help to a command for its flags: ${context.commandLine(`${resource.slug} <command> --help`)}\n`,
  );
}
