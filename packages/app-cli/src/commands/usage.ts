import type { DiscoveryCommand, DiscoveryResource } from '@colophon/contract';
import { shownName } from '../flags/flag-value.ts';
import type { CommandInput, ScalarType, SchemaFlag } from '../flags/schema-flags.ts';
import type { CommandContext } from '../context/command-context.ts';

/** Returns the usage line of a discovered command, with its required flags. */
export function commandUsage(
  context: Pick<CommandContext, 'commandLine'>,
  resource: Pick<DiscoveryResource, 'slug'>,
  command: Pick<DiscoveryCommand, 'commandName' | 'scope'>,
  input: CommandInput,
): string {
  const words = [resource.slug, command.commandName];
  if (command.scope === 'item') words.push('<id>');
  if (input.kind === 'flags') {
    const required = input.flags.filter((flag) => flag.required && flag.names.length > 0);
    words.push(...required.map((flag) => `${shownName(flag)} ${flagValueName(flag)}`.trim()));
    if (input.flags.length > required.length) words.push('[--flags...]');
  }
  if (input.kind === 'payload' || input.flags.length > 0) words.push('[json-payload]');
  return context.commandLine(words.join(' '));
}

const VALUE_NAMES: Readonly<Record<ScalarType, string>> = {
  string: '<text>',
  integer: '<integer>',
  number: '<number>',
  boolean: '',
  json: '<json>',
  bytes: '<bytes>',
};

/** Returns the placeholder for the value of a flag, e.g. `<integer>`; empty for a switch. */
export function flagValueName(flag: SchemaFlag): string {
  if (flag.choices.length > 0 && flag.choices.length <= 8) return `<${flag.choices.map(String).join('|')}>`;
  return VALUE_NAMES[flag.type];
}
