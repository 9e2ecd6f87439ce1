import type { DiscoveryCommand } from '@colophon/contract';
import type { ResourceSummary } from '../../discovery/catalog-index.ts';
import type { CatalogResource } from '../../discovery/catalog-resource.ts';
import { ApiError, RefusedError, UsageError } from '../../errors/errors.ts';
import { inputOf } from '../../flags/schema-flags.ts';
import { parseJsonAnswer } from '../../http/json.ts';
import type { ServerRequest } from '../../http/server-client.ts';
import type { TransportResponse } from '../../io/transport.ts';
import { writeResult } from '../../output/write-result.ts';
import type { CommandContext } from '../../context/command-context.ts';
import { buildRequest, encodeSegment, type BuiltRequest } from './build-request.ts';
import { confirmDeletion } from './confirm.ts';
import { showDryRun } from './dry-run.ts';
import { followPages, type ListAnswer } from './pages.ts';
import { pageOf, pointerToFlag, readCommandArguments } from './read-input.ts';
import { planRequirements, type RequirementPlan } from './requirements.ts';
import { commandUsage } from '../usage.ts';

/** The invocation of a discovered command. */
interface Invocation {
  readonly context: CommandContext;
  readonly resource: ResourceSummary;
  readonly command: DiscoveryCommand;
  readonly id: string | undefined;
  readonly built: BuiltRequest;
  readonly plan: RequirementPlan;
  readonly describePointer: (pointer: string) => string;
}

/**
 * Runs a discovered command: parses its arguments, builds the request, asks before a deletion, sends it and writes the result.
 *
 * @param words the arguments after `<resource> <command>`, without global flags
 */
export async function invokeCommand(
  context: CommandContext,
  { summary: resource }: CatalogResource,
  command: DiscoveryCommand,
  words: readonly string[],
): Promise<void> {
  const { flags, io } = context;
  const commandInput = inputOf(command);
  const usage = commandUsage(context, resource, command, commandInput);
  const { id, input, usedStandardInput } = await readCommandArguments(command, commandInput, words, io.stdin, usage);
  const built = buildRequest(resource, command, id, input, commandInput);
  const plan = planRequirements(command, flags, io.randomId);
  const followsPages = flags.all || flags.maxItems !== undefined;
  if (followsPages && command.httpMethod !== 'GET')
    throw new UsageError(`--all and --max-items are for lists; ${command.commandName} is not a list`);
  const invocation: Invocation = { context, resource, command, id, built, plan, describePointer: pointerToFlag(commandInput) };
  if (flags.dryRun) return showDryRun(context, built, plan);
  if (command.httpMethod === 'DELETE') await confirmDeletion(context, deletionQuestion(invocation), !usedStandardInput);
  const first = await context.signedIn(send(invocation, built.query)).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? explainSlip(error, invocation) : error;
  });
  if (!followsPages) return writeAnswer(invocation, first);
  const { client } = await context.session();
  const query = built.query ?? new URLSearchParams();
  const fetchPage = (next: URLSearchParams): Promise<ListAnswer> => context.signedIn(send(invocation, next));
  const pages = await followPages(first, query, client.url(built.path), fetchPage, flags.maxItems ?? Infinity);
  return writeResult(context, { value: pages, note: `${pages.items.length} in all` });
}

async function send(
  { context, resource, id, built, plan, describePointer }: Invocation,
  query: URLSearchParams | undefined,
): Promise<ListAnswer> {
  const session = await context.session();
  const token = await session.token();
  const headers: Record<string, string> = { ...plan.headers };
  if (plan.readVersionInto !== undefined && id !== undefined) {
    const path = `/api/${resource.apiPath}/${encodeSegment(id, 'the id')}`;
    headers[plan.readVersionInto] = await readVersion(session.client.request({ method: 'GET', path, token, describePointer }));
  }
  const request: ServerRequest = {
    method: built.method,
    path: built.path,
    query,
    headers,
    token,
    describePointer,
    ...(built.body !== undefined && { json: built.body }),
    repeatable: built.method === 'GET' || plan.hasIdempotencyKey,
  };
  const response = await session.client.request(request);
  return { value: answerValue(response), response };
}

/** An id that equals the name of a command was probably meant as the command. */
function explainSlip(error: ApiError, { context, resource, id }: Invocation): ApiError {
  if (id === undefined || !resource.commands.includes(id)) return error;
  const hint = `${id} was interpreted as an id. Did you mean ${context.commandLine(`${resource.slug} ${id}`)}?`;
  return new ApiError(error.status, error.code, error.message, error.problem, { hint, lines: error.lines, cause: error });
}

async function readVersion(answer: Promise<TransportResponse>): Promise<string> {
  const etag = (await answer).headers.get('etag');
  if (etag === undefined || !/^(W\/)?"[\u0021\u0023-\u007e]*"$/.test(etag)) {
    throw new RefusedError(
      'no_etag',
      'The server requires the revision that this change is based on, but does not report the current one',
      {
        hint: 'Specify it with --if-match <rev>.',
      },
    );
  }
  return etag;
}

function answerValue(response: TransportResponse): unknown {
  if (response.body === '') return undefined;
  const type = response.headers.get('content-type') ?? '';
  return /json/i.test(type) || type === '' ? parseJsonAnswer(response.body, 'The response') : response.body;
}

async function writeAnswer({ context, command, id }: Invocation, { value, response }: ListAnswer): Promise<void> {
  if (value === undefined) {
    context.notice(response.status === 204 && command.httpMethod === 'DELETE' ? `Deleted ${id ?? ''}`.trim() : 'Done');
    return;
  }
  await writeResult(context, { value, note: noteFor(value) });
}

function noteFor(value: unknown): string | undefined {
  const page = pageOf(value);
  if (page === undefined) return undefined;
  const count = (value as { readonly count?: unknown }).count;
  const more = page.nextCursor !== undefined || (typeof count === 'number' && count > page.items.length);
  if (!more) return undefined;
  return `${page.items.length}${typeof count === 'number' ? ` of ${count}` : ''} shown; --all fetches every page`;
}

function deletionQuestion({ resource, id, command, context }: Invocation): string {
  const verb = command.commandName === 'delete' ? 'Delete' : `Run ${command.commandName} on`;
  return `${verb} ${resource.slug}${id === undefined ? '' : ` ${id}`} in ${context.app.name}`;
}
