import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Call } from '../../callers/call.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import type { Operation } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { mayList } from '../../operations/may-list.ts';
import type { Database } from '../../storage/database.ts';
import type { McpResource } from './mcp-resource.ts';

/** A kind of resource with its operation. */
interface Kind extends McpResource {
  readonly run: Operation;
  readonly segments: readonly string[];
}

/** A resource of a kind. */
export interface FoundResource {
  readonly kind: McpResource;
  readonly key: string | undefined;
}

/** The most characters of a resource. */
const LONGEST = 1_000_000;
const LISTED = 50;
const KEY = '{id}';

/** The resources of an MCP endpoint. Reading one runs its operation, with all its checks. */
export class Resources {
  readonly #scheme: string;
  readonly #kinds: readonly Kind[];
  readonly #table: OperationTable;
  readonly #database: Database;

  constructor(
    kinds: readonly McpResource[],
    { name, table, database }: { readonly name: string; readonly table: OperationTable; readonly database: Database },
  ) {
    this.#scheme = `${name}://`;
    this.#table = table;
    this.#database = database;
    this.#kinds = kinds.flatMap((kind) => {
      const run = table.operations.find(({ id }) => id === kind.operation);
      return run ? [{ ...kind, run, segments: kind.path.split('/') }] : [];
    });
  }

  get isEmpty(): boolean {
    return this.#kinds.length === 0;
  }

  /** The kinds that are about records, for the caller. */
  templatesFor({ caller }: Call): object[] {
    return this.#kinds
      .filter(({ path, run }) => path.includes('{') && mayList(run, caller))
      .map(({ path, name, description, mimeType }) => ({ uriTemplate: this.#scheme + path, name, description, mimeType }));
  }

  /** The resources without a record, and the latest records of the kinds that are listed, page by page. @throws ProtocolError */
  async list(call: Call, cursor: string | undefined): Promise<{ resources: object[]; nextCursor?: string }> {
    const permitted = this.#kinds.filter(({ run }) => mayList(run, call.caller));
    const whole = permitted
      .filter(({ path }) => !path.includes('{'))
      .map(({ path, name, description, mimeType }) => ({ uri: this.#scheme + path, name, description, mimeType }));
    const listed = permitted.find(({ isListed }) => isListed);
    const list = listed && this.#table.operations.find(({ id }) => id === `${listed.run.resource.slug}.list`);
    if (!listed || !list) return { resources: whole };
    const page = (await inProtocol(() =>
      runOperation(list, {
        database: this.#database,
        call,
        input: { limit: LISTED, orderBy: '-updated_at', ...(cursor === undefined ? {} : { cursor }) },
      }),
    )) as { value: { items: readonly Readonly<Record<string, unknown>>[]; nextCursor?: string } };
    const { items, nextCursor } = JSON.parse(JSON.stringify(page.value)) as typeof page.value;
    const { key } = listed.run.resource.definition;
    const records = items.map((item) => ({
      uri: this.uriOf(listed, String(item[key])),
      name: String(item['title'] ?? item['name'] ?? item[key]),
      mimeType: listed.mimeType,
    }));
    return { resources: [...(cursor === undefined ? whole : []), ...records], ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /** Reads a resource as its operation returns it to the caller. @throws ProtocolError if there is none, or the caller may not read it */
  async read(uri: string, call: Call): Promise<{ contents: { uri: string; mimeType: string; text: string }[] }> {
    const { kind, key, input } = this.#find(uri) ?? missing(uri);
    const { value } = await inProtocol(
      () => runOperation(kind.run, { database: this.#database, call, ...(key === undefined ? {} : { key }), input }),
      { uri },
    );
    const plain: unknown = JSON.parse(JSON.stringify(value ?? null));
    const member = kind.text === undefined ? undefined : (plain as Readonly<Record<string, unknown>> | null)?.[kind.text];
    const text = typeof member === 'string' ? member : JSON.stringify(plain);
    if (text.length > LONGEST)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `This resource is longer than ${LONGEST} characters; read it by a tool.`);
    return { contents: [{ uri, mimeType: kind.mimeType, text }] };
  }

  /** The resource of an address that can be followed; undefined if there is none. */
  followed(uri: string): FoundResource | undefined {
    const found = this.#find(uri);
    return found?.kind.changes === undefined ? undefined : found;
  }

  /** The revision of the record of a resource, as far as the caller may read the resource now; undefined if not. */
  async revision(uri: string, call: Call): Promise<number | undefined> {
    const found = this.#find(uri);
    const get = found && this.#table.operations.find(({ id }) => id === `${found.kind.run.resource.slug}.get`);
    if (!found || !get || found.key === undefined) return undefined;
    try {
      await runOperation(found.kind.run, { database: this.#database, call, key: found.key, input: found.input });
      return (await runOperation(get, { database: this.#database, call, key: found.key })).rev;
    } catch (error) {
      if (error instanceof ColophonError) return undefined;
      throw error;
    }
  }

  /** The address of a record's resource. */
  uriOf({ path }: McpResource, key: string): string {
    return this.#scheme + path.replace(KEY, encodeURIComponent(key));
  }

  #find(uri: string): { kind: Kind; key: string | undefined; input: Record<string, unknown> } | undefined {
    if (!uri.startsWith(this.#scheme) || uri.length > 2000) return undefined;
    const asked = uri.slice(this.#scheme.length).split('/');
    for (const kind of this.#kinds) {
      if (kind.segments.length !== asked.length) continue;
      const values = kind.segments.map((segment, index) => matched(segment, asked[index] ?? ''));
      if (values.includes(undefined)) continue;
      const input: Record<string, unknown> = {};
      let key: string | undefined;
      for (const [index, segment] of kind.segments.entries()) {
        if (segment === KEY) key = values[index];
        else if (segment.startsWith('{')) input[segment.slice(1, -1)] = values[index];
      }
      return { kind, key, input };
    }
    return undefined;
  }
}

/** The value of a segment of an address; undefined if it does not fit. */
function matched(segment: string, asked: string): string | undefined {
  if (!segment.startsWith('{')) return segment === asked ? asked : undefined;
  try {
    const value = decodeURIComponent(asked);
    return value === '' ? undefined : value;
  } catch {
    // Not an encoding of anything.
    return undefined;
  }
}

function missing(uri: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri.slice(0, 200)}.`, { uri });
}

/** The refusals of an operation, as errors of the protocol with the same code. */
async function inProtocol<T>(run: () => Promise<T>, data: object = {}): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { ...data, code: error.code, status: error.status });
  }
}
