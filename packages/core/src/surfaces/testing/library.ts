import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { AuditEntries } from '../../audit/audit-entry.ts';
import type { Call } from '../../callers/call.ts';
import { anonymous, type Caller, type Role } from '../../callers/caller.ts';
import { UnauthenticatedError } from '../../errors/errors.ts';
import { json } from '../../fields/json.ts';
import { list } from '../../fields/list.ts';
import { integer } from '../../fields/numbers.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { operationTable } from '../../operations/operation-table.ts';
import type { Page } from '../../objects/query.ts';
import type { Operations } from '../../registry/operation-options.ts';
import { where } from '../../queries/filter.ts';
import type { Database } from '../../storage/database.ts';
import { applyMigrations } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/open/open-database.ts';
import { discoveryRoutes } from '../discovery/discovery-routes.ts';
import type { SurfaceOptions } from '../http/surface-options.ts';
import { mcpRoutes } from '../mcp/mcp-routes.ts';
import { restRoutes } from '../rest/rest-routes.ts';

/** A lending library: the objects for testing the surfaces. */
const LendInput = z.strictObject({ to: z.string().min(1), days: z.int().min(1).default(14) });
const TaggedInput = z.strictObject({ tag: z.string(), limit: z.int().default(50), offset: z.int().default(0) });
const LoansInput = z.strictObject({
  year: z.string().regex(/^\d{4}$/),
  open: z.boolean().optional(),
  shelves: z.array(z.string()).optional(),
});

export class Book extends object(
  {
    type: text({ default: 'book' }),
    title: text({ required: true, maxLength: 200, search: 'A' }),
    status: text({ values: ['draft', 'published'], default: 'published' }),
    pages: integer({ minimum: 1 }),
    tags: list(text()),
    metadata: json(),
    secret: text({ private: true, default: 'hidden' }),
    blurb: text({ default: '', listed: false }),
  },
  {
    table: 'books',
    type: { field: 'type' },
    tenant: true,
    api: true,
    mcp: true,
    cli: { include: ['list', 'get', 'create', 'update', 'delete', 'lend', 'loans', 'longest'] },
    unique: [['tenantId', 'title']],
    access: { read: 'public', visible: ({ caller }) => (caller.kind === 'anonymous' ? where('status', 'eq', 'published') : undefined) },
  },
) {
  static readonly operations: Operations<Book> = {
    lend: { input: LendInput, version: 'required', description: 'Lend the book to somebody.' },
    loans: { input: LoansInput, method: 'GET', path: ['loans', '{year}'], access: 'viewer' },
  };

  async lend({ to, days }: z.infer<typeof LendInput>): Promise<this> {
    this.metadata = { ...this.metadata, lentTo: to, days };
    return this.save();
  }

  async loans(input: z.infer<typeof LoansInput>): Promise<object> {
    return { ...input, title: this.title };
  }
}

export class Novel extends Book.extend({ hero: text() }) {
  static readonly typeName = 'novel';
}

export class Novels extends collection(Novel) {}

export class Books extends collection(Book, { requires: () => [Novels] }) {
  static readonly operations: Operations<Books> = {
    longest: { method: 'GET', access: 'public', effects: 'read' },
    tagged: { method: 'GET', path: ['tagged', '{tag}'], input: TaggedInput, access: 'public' },
  };

  async tagged({ tag, limit, offset }: z.infer<typeof TaggedInput>): Promise<Page<Book>> {
    const { items, count } = await this.page({ where: { tags: tag }, orderBy: 'title', limit, offset });
    return { items, count, limit, offset };
  }

  async longest(_call: Call): Promise<Book | null> {
    const [longest] = await this.list({ where: { pages: { gt: 0 } }, orderBy: '-pages', limit: 1 });
    return longest ?? null;
  }
}

export class Receipt extends object(
  { note: text({ required: true }) },
  { table: 'receipts', api: true, mcp: true, cli: false, appendOnly: true, access: { read: 'viewer', create: 'editor' } },
) {}
export class Receipts extends collection(Receipt) {}

export class Ledger extends object({ note: text({ required: true }) }, { table: 'ledgers', api: true, cli: { http: false } }) {}
export class Ledgers extends collection(Ledger) {}

export const libraryTable = operationTable([Books, Novels, Receipts, Ledgers, AuditEntries]);

/** Bearer tokens are `<role>` or `<role>@<tenant>`; anything else is an invalid token. */
export function authenticate(request: Request): Caller {
  const authorization = request.headers.get('authorization');
  if (authorization === null) return anonymous(request.headers.get('x-tenant'));
  const [, role, tenant] = /^Bearer (viewer|contributor|editor|admin)(?:@(\w+))?$/.exec(authorization) ?? [];
  if (role === undefined) throw new UnauthenticatedError('The token is not valid.', true);
  return { kind: 'token', id: `token-of-${role}`, name: role, tenantId: tenant ?? null, role: role as Role };
}

export interface Library {
  readonly url: string;
  readonly database: Database;
  readonly errors: unknown[];
  /** Sends a request and returns status, headers and parsed body. */
  request(
    method: string,
    path: string,
    options?: { as?: string; body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<{ status: number; headers: Headers; body: any; text: string }>;
  stop(): Promise<void>;
}

/** Serves the library over real HTTP on a free port. */
export async function startLibrary(database?: Database): Promise<Library> {
  const opened = database ?? (await openDatabase('sqlite::memory:'));
  await applyMigrations(opened, libraryTable.schema);
  const errors: unknown[] = [];
  const surface: SurfaceOptions = { table: libraryTable, database: opened, authenticate, onError: (error) => errors.push(error) };
  const app = new Hono();
  app.route('/api/_resources', discoveryRoutes(surface));
  app.route('/api/mcp', mcpRoutes({ ...surface, name: 'library', version: '1.0.0', allowedOrigins: ['https://library.example'] }));
  app.route('/api/v1', restRoutes(surface));
  app.route('/api', restRoutes(surface));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    database: opened,
    errors,
    async request(method, path, { as, body, raw, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
          ...(body === undefined && raw === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined && raw === undefined ? {} : { body: raw ?? JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
        text,
      };
    },
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
    },
  };
}
