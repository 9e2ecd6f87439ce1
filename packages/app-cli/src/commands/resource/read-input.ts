import { isPlainObject, type DiscoveryCommand } from '@colophon/contract';
import { UsageError } from '../../errors/errors.ts';
import { shownName } from '../../flags/flag-value.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { readNamedFile, readPayload } from '../../flags/payload.ts';
import type { CommandInput } from '../../flags/schema-flags.ts';
import type { Io } from '../../io/io.ts';

/** The arguments after `<resource> <command>`. */
export interface CommandArguments {
  readonly id: string | undefined;
  /** By property; flags have already overridden the payload. */
  readonly input: ReadonlyMap<string, unknown>;
  /** The payload came from standard input, which is then not available for questions. */
  readonly usedStandardInput: boolean;
}

/**
 * Parses the id, the flags and the payload of a discovered command.
 *
 * @throws UsageError if the id or a required value is missing, or if there are too many arguments
 */
export async function readCommandArguments(
  command: DiscoveryCommand,
  commandInput: CommandInput,
  words: readonly string[],
  stdin: Io['stdin'],
  usage: string,
): Promise<CommandArguments> {
  const { positionals, values } = await parseCommandLine(words, commandInput, readNamedFile);
  const remaining = [...positionals];
  const id = command.scope === 'item' ? remaining.shift() : undefined;
  const hint = `Usage: ${usage}`;
  if (command.scope === 'item' && id === undefined) throw new UsageError(`${command.commandName} needs the id of a record`, { hint });
  if (remaining.length > 1)
    throw new UsageError(`Too many arguments for ${command.commandName}: ${JSON.stringify(remaining[1])}`, { hint });
  const [payloadArgument] = remaining;
  if (payloadArgument !== undefined && !/^[@{[-]/.test(payloadArgument.trimStart())) {
    throw new UsageError(`${command.commandName} takes no ${JSON.stringify(payloadArgument)}`, { hint });
  }
  const payload = payloadArgument === undefined ? {} : await readPayload(payloadArgument, stdin);
  const input = new Map([...Object.entries(payload), ...values]);
  checkRequired(commandInput, input, hint);
  return { id, input, usedStandardInput: payloadArgument === '-' };
}

function checkRequired(commandInput: CommandInput, input: ReadonlyMap<string, unknown>, hint: string): void {
  const missing =
    commandInput.kind === 'flags'
      ? commandInput.flags
          .filter((flag) => flag.required && !input.has(flag.property))
          .map((flag) => (flag.names.length > 0 ? shownName(flag) : `"${flag.property}" in the payload`))
      : commandInput.required.filter((name) => !input.has(name)).map((name) => `"${name}" in the payload`);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}`, { hint });
}

/** Names an invalid field as it was typed: `/title` is `--title` if there is such a flag. */
export function pointerToFlag(commandInput: CommandInput): (pointer: string) => string {
  return (pointer) => {
    const steps = pointer.replace(/^\/(query|body)(?=\/)/, '').split('/');
    const property = (steps[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
    const flag = commandInput.kind === 'flags' ? commandInput.flags.find((candidate) => candidate.property === property) : undefined;
    return flag !== undefined && flag.names.length > 0 && steps.length <= 3 ? shownName(flag) : pointer;
  };
}

/** Returns the `If-Match` value for an ETag or for the value of `--if-match`. */
export function ifMatchHeader(revision: string): string {
  if (/^(W\/)?"[^"]*"$/.test(revision) || revision === '*') return revision;
  if (/^[A-Za-z0-9._-]{1,200}$/.test(revision)) return `"${revision}"`;
  throw new UsageError('--if-match takes a revision, such as 3, or an ETag');
}

/** Returns the items of a page and the reference to the next page. */
export function pageOf(value: unknown): { readonly items: readonly unknown[]; readonly nextCursor: string | undefined } | undefined {
  if (!isPlainObject(value) || !Array.isArray(value['items'])) return undefined;
  const cursor = value['nextCursor'];
  return { items: value['items'], nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined };
}
