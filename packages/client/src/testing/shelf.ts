import {
  AuditEntries,
  applyMigrations,
  collection,
  integer,
  object,
  openDatabase,
  type Operations,
  operationTable,
  text,
  UnauthenticatedError,
} from '@colophon/core';
import { restRoutes } from '@colophon/core/rest';
import { serve } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const LendInput = z.strictObject({ to: z.string() });
const LendOutput = z.object({ lentTo: z.string() });

/** An object with all kinds of fields: required, with a default, read-only, and one custom operation. */
class Book extends object(
  { title: text({ required: true }), pages: integer({ minimum: 1 }), shelf: text({ default: 'new' }) },
  { table: 'books', api: true, unique: [['title']] },
) {
  static readonly operations: Operations<Book> = { lend: { input: LendInput, output: LendOutput, description: 'Lend the book.' } };

  async lend({ to }: z.infer<typeof LendInput>): Promise<z.infer<typeof LendOutput>> {
    return Promise.resolve({ lentTo: to });
  }
}

class Books extends collection(Book) {}

/** The operations of an application with books. */
export const shelfTable = operationTable([Books, AuditEntries]);

/** An application on loopback with the single token `editor-token`. */
export interface Shelf {
  readonly url: string;
  /** The requests it received, oldest first. */
  readonly seen: Request[];
  stop(): Promise<void>;
}

export async function startShelf(): Promise<Shelf> {
  const database = await openDatabase('sqlite::memory:');
  await applyMigrations(database, shelfTable.schema);
  const routes = restRoutes({
    table: shelfTable,
    database,
    authenticate: (request) => {
      if (request.headers.get('authorization') !== 'Bearer editor-token') throw new UnauthenticatedError('The token is not valid.', true);
      return { kind: 'token', id: 't', name: 'editor', tenantId: null, role: 'editor' };
    },
  });
  const seen: Request[] = [];
  const fetch = (request: Request): Response | Promise<Response> => {
    seen.push(request);
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/^\/api\/v1/, '');
    return routes.fetch(new Request(url, request));
  };
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}
