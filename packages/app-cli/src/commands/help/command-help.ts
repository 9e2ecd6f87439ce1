import type { DiscoveryCommand } from '@colophon/contract';
import type { ResourceSummary } from '../../discovery/catalog-index.ts';
import { shownName } from '../../flags/flag-value.ts';
import { isGlobalFlag } from '../../flags/global-flags.ts';
import { inputOf, type CommandInput, type ScalarType, type SchemaFlag } from '../../flags/schema-flags.ts';
import { sanitizeLine, sanitizeText } from '../../io/sanitize.ts';
import { formatJson } from '../../output/write-result.ts';
import { styleFor } from '../../output/style.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { commandUsage, flagValueName } from '../usage.ts';
import { globalFlagEntries } from './global-flags-help.ts';
import { helpSection, type HelpEntry } from './layout.ts';

/** Shows the description and the flags of a discovered command, from its schema. */
export function showCommandHelp(context: CommandContext, resource: ResourceSummary, command: DiscoveryCommand): void {
  const { io } = context;
  const style = styleFor(io.stdout, io.env, context.flags);
  const input = inputOf(command);
  const usage = commandUsage(context, resource, command, input);
  const parts = [`${style.bold(sanitizeLine(usage))}\n`];
  if (command.description !== undefined) parts.push(`\n${sanitizeText(command.description).trim()}\n`);
  parts.push(helpSection('Examples', examplesOf(context, resource, command, input), style));
  if (input.kind === 'flags') parts.push(helpSection('Flags', input.flags.filter((flag) => flag.names.length > 0).map(flagEntry), style));
  parts.push(helpSection('Only in the JSON payload', payloadOnly(input), style));
  parts.push(inputNote(command, input));
  parts.push(helpSection('Flags of every command', globalFlagEntries(flagsThatApply(command)), style));
  io.stdout.write(parts.join(''));
}

function flagEntry(flag: SchemaFlag): HelpEntry {
  const [, wireName] = flag.names;
  const notes = [
    flag.required ? 'required' : '',
    flag.isArray ? 'repeat it, or give a JSON array' : '',
    flag.nullable ? (flag.type === 'boolean' ? 'null clears' : `--no-${flag.names[0] ?? ''} clears`) : '',
    wireName === undefined ? '' : `also --${wireName}`,
    flag.defaultValue === undefined ? '' : `default ${flag.defaultValue}`,
    flag.choices.length > 8 ? flag.choices.map(String).join(', ') : '',
  ].filter((note) => note !== '');
  const meaning = [flag.description, notes.length === 0 ? '' : `(${notes.join('; ')})`].filter((part) => part !== '').join(' ');
  return [`${shownName(flag)} ${flagValueName(flag)}`.trim(), sanitizeLine(meaning, 400)];
}

function payloadOnly(input: CommandInput): readonly HelpEntry[] {
  if (input.kind === 'payload') return [];
  return input.flags
    .filter((flag) => flag.names.length === 0)
    .map((flag) => [
      sanitizeLine(flag.property, 80),
      `${flag.description} (${isGlobalFlag(flag.property) ? 'the client has a global flag of that name' : 'its name cannot be typed as a flag'})`,
    ]);
}

function examplesOf(
  context: CommandContext,
  resource: ResourceSummary,
  command: DiscoveryCommand,
  input: CommandInput,
): readonly HelpEntry[] {
  const start = `${resource.slug} ${command.commandName}${command.scope === 'item' ? ' <id>' : ''}`;
  if (input.kind === 'payload')
    return [
      [context.commandLine(`${start} '{"key":"value"}'`), ''],
      [context.commandLine(`${start} @input.json`), ''],
    ];
  const flags = [...input.flags.filter((flag) => flag.required), ...input.flags.filter((flag) => !flag.required)]
    .filter((flag) => flag.names.length > 0)
    .slice(0, 2);
  const flagTexts = flags.map((flag) => `${shownName(flag)} ${exampleValue(flag)}`.trim());
  return [[context.commandLine([start, ...flagTexts].join(' ')), '']];
}

const EXAMPLES: Readonly<Record<ScalarType, string>> = {
  string: "'…'",
  integer: '5',
  number: '0.5',
  boolean: '',
  json: `'{"key":"value"}'`,
  bytes: '@file',
};

function exampleValue(flag: SchemaFlag): string {
  const [choice] = flag.choices;
  if (choice !== undefined) return String(choice);
  return EXAMPLES[flag.type];
}

function inputNote(command: DiscoveryCommand, input: CommandInput): string {
  if (input.kind === 'flags') {
    return input.flags.length === 0
      ? ''
      : '\nThe same input can be one JSON argument, @file.json or - for standard input; flags override it.\n';
  }
  const schema = command.parameters === undefined ? '' : `\nIts input follows this schema:\n\n${formatJson(command.parameters)}`;
  return `\nGive the input as one JSON argument, @file.json or - for standard input, since ${input.reason}.\n${schema}`;
}

function flagsThatApply(command: DiscoveryCommand): readonly string[] {
  const always = ['json', 'output', 'dry-run', 'debug', 'help'];
  if (command.httpMethod === 'GET') return command.scope === 'collection' ? [...always, 'all', 'max-items'] : always;
  return [...always, ...(command.scope === 'item' ? ['if-match'] : []), ...(command.httpMethod === 'DELETE' ? ['yes'] : [])];
}
