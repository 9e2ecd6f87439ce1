import { isPlainObject, type DiscoveryCommand, type DiscoveryRequirement } from '@colophon/contract';
import { RefusedError, UsageError } from '../../errors/errors.ts';
import type { GlobalFlags } from '../../flags/global-flags.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { ifMatchHeader } from './read-input.ts';

/** Headers that a command needs in addition to its input. */
export interface RequirementPlan {
  readonly headers: Readonly<Record<string, string>>;
  /** The header to fill with the item's ETag, which is read first. */
  readonly readVersionInto: string | undefined;
  /** The invocation has an idempotency key, so it can be retried safely. */
  readonly hasIdempotencyKey: boolean;
}

/**
 * Resolves a command's declarations under `x-requirements`: one idempotency key per invocation, and the revision that a change is based on,
 * from `--if-match` or else, if it is required, from the item's ETag.
 *
 * @throws UsageError if `--if-match` is given to a command that changes no item
 * @throws RefusedError if the server requires a header that only the client may set
 */
export function planRequirements(command: DiscoveryCommand, flags: Pick<GlobalFlags, 'ifMatch'>, randomId: () => string): RequirementPlan {
  const declared = command.parameters?.['x-requirements'];
  const requirements = isPlainObject(declared) ? declared : {};
  const headers: Record<string, string> = {};
  const idempotency = readRequirement(requirements['idempotencyKey'], 'idempotency-key');
  if (idempotency !== undefined) headers[idempotency.header] = randomId();
  const version = readRequirement(requirements['expectedVersion'], 'if-match');
  if (flags.ifMatch === undefined) {
    return {
      headers,
      readVersionInto: version?.required === true ? version.header : undefined,
      hasIdempotencyKey: idempotency !== undefined,
    };
  }
  if (command.scope !== 'item' || command.httpMethod === 'GET')
    throw new UsageError(`--if-match is for changing one item; ${command.commandName} does not`);
  headers[version?.header ?? 'if-match'] = ifMatchHeader(flags.ifMatch);
  return { headers, readVersionInto: undefined, hasIdempotencyKey: idempotency !== undefined };
}

function readRequirement(value: unknown, usual: string): DiscoveryRequirement | undefined {
  if (!isPlainObject(value) || typeof value['header'] !== 'string') return undefined;
  const header = value['header'].toLowerCase();
  if (header !== usual && !/^x-[a-z0-9-]{1,60}$/.test(header)) {
    throw new RefusedError(
      'unsafe_header',
      `The server requires the header ${JSON.stringify(sanitizeLine(header, 80))}, which this client does not set`,
    );
  }
  return { header, required: value['required'] === true };
}
