import {
  type AccessSettings,
  boolean,
  both,
  type Call,
  type Caller,
  collection,
  ColophonError,
  ConflictError,
  type Filter,
  ForbiddenError,
  hasRole,
  json,
  object,
  type SaveContext,
  text,
  ValidationError,
  where,
} from '@colophon/core';
import { z } from 'zod';
import { ownTenant } from '../../record/staff-access.ts';
import { contentsOf } from '../../record/contents-of.ts';

const MOST_VIEWS = 200;

/** The query of a saved view, in the form of the list operation. */
const ViewQuery = z
  .strictObject({
    where: z.record(z.string(), z.json()).optional(),
    orderBy: z.string().max(500).optional(),
    search: z.string().max(1000).optional(),
  })
  .refine((query) => JSON.stringify(query).length <= 20_000, 'must be at most 20,000 characters of JSON');
export type ViewQuery = z.infer<typeof ViewQuery>;

type Values = Readonly<Record<string, unknown>> | undefined;

/** Returns the filter of the caller's own views and the shared ones of their tenant. */
function visibleViews(call: Call): Filter | undefined {
  const { caller } = call;
  if (caller.kind === 'system') return undefined;
  const theirs: Filter = { kind: 'any', filters: [where('shared', 'eq', true), where('ownerId', 'eq', caller.id ?? '')] };
  return both(ownTenant(call), theirs);
}

/** A view can be changed by its owner, a shared one only by editors. */
function mayChange(caller: Caller, record: Values): boolean {
  if (record === undefined || hasRole(caller, 'editor')) return hasRole(caller, 'viewer');
  if (record['shared'] === true) return false;
  return hasRole(caller, 'viewer') && caller.id !== null && record['ownerId'] === caller.id;
}

const viewAccess: AccessSettings = { read: 'viewer', create: 'viewer', update: mayChange, delete: mayChange, visible: visibleViews };

/** A content list stored under a name: for one person, or shared in a tenant. */
export class ContentSavedView extends object(
  {
    name: text({ required: true, maxLength: 100 }),
    query: json<ViewQuery>({ required: true, schema: ViewQuery, description: 'The query of the list: {where, orderBy, search}.' }),
    shared: boolean({ default: false, description: 'Whether everyone in the tenant sees it; sharing requires the role editor.' }),
    ownerId: text({ maxLength: 200, readOnly: true, description: 'The owner; null for the application itself.' }),
  },
  {
    table: 'content_saved_views',
    tenant: true,
    api: true,
    mcp: true,
    cli: { include: ['list', 'get', 'create', 'update', 'delete'] },
    access: viewAccess,
    unique: [['tenantId', 'ownerId', 'name']],
    indexes: [['shared', 'name', 'id']],
    orderBy: 'name,id',
    label: 'Content saved views',
    description: 'Saved content lists.',
  },
) {
  protected override async beforeSave({ created, changed, database, call }: SaveContext): Promise<void> {
    const { caller } = call;
    if (created) {
      this.ownerId = caller.id;
      await requireRoom(this, call, database);
    }
    const shares = created ? this.shared : changed.includes('shared');
    if (shares && !hasRole(caller, 'editor')) {
      const detail = 'Sharing a view with the tenant requires the role editor.';
      throw new ForbiddenError(detail, { errors: [{ pointer: '/shared', code: 'forbidden', detail }] });
    }
    // The field itself rejects an invalid query.
    const query = ViewQuery.safeParse(this.query);
    if ((created || changed.includes('query')) && query.success) await requireAnswerable(query.data, database, call);
  }
}

/** The saved views of a database. */
export class ContentSavedViews extends collection(ContentSavedView) {}

async function requireRoom({ ownerId, tenantId }: ContentSavedView, call: Call, database: SaveContext['database']): Promise<void> {
  await database.lock(`saved views ${ownerId ?? ''}`);
  const count = await new ContentSavedViews(database, call).count({ where: { ownerId, tenantId } });
  if (count >= MOST_VIEWS) throw new ConflictError(`You already have ${MOST_VIEWS} views; delete some first.`, { code: 'too_many' });
}

/** Runs the list with limit 0, so that an invalid query is rejected when it is saved. */
async function requireAnswerable(
  { where: filter, orderBy, search }: ViewQuery,
  database: SaveContext['database'],
  call: Call,
): Promise<void> {
  const given = {
    ...(filter ? { where: filter } : {}),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(search === undefined ? {} : { search }),
  };
  try {
    await contentsOf(database, call).rows({ ...given, limit: 0, count: 'none' } as never);
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status !== 400) throw error;
    const faults = error.errors.length > 0 ? error.errors : [{ pointer: '', code: 'not_valid', detail: error.message }];
    throw ValidationError.of(faults.map((each) => ({ ...each, pointer: `/query${each.pointer}` })));
  }
}
