import { collection, integer, object, reference, type SaveContext, ValidationError } from '@colophon/core';
import { absorbLinks } from '../drafts/record/absorb-change.ts';
import { markChanged } from '../editions/record/mark-changed.ts';
import { selfReference } from '../record/self-reference.ts';
import { linkAccess } from '../record/staff-access.ts';
import { besideContents } from '../record/beside-contents.ts';

/**
 * A reference between content records: `source_id` cites `target_id`. A pin states which version was cited; without one the reference
 * follows the target.
 */
export class ContentReference extends object(
  {
    source_id: reference('contents', { required: true, onDelete: 'cascade', description: 'The record that cites.' }),
    target_id: reference('contents', { required: true, onDelete: 'cascade', description: 'The record that is cited.' }),
    targetVersion: integer({ minimum: 1, description: 'The number of the cited version; empty if not pinned.' }),
  },
  {
    table: 'content_references',
    tenant: true,
    api: true,
    mcp: true,
    access: linkAccess,
    unique: [['source_id', 'target_id']],
    label: 'Content references',
    description: 'References between content records, with the cited versions.',
  },
) {
  protected override async beforeSave({ created, changed, previous, database }: SaveContext): Promise<void> {
    for (const name of ['source_id', 'target_id'] as const) {
      if (!created && changed.includes(name) && previous?.[name] !== this[name]) {
        throw fault(`/${name}`, 'read_only', 'cannot be changed; remove this reference and create another');
      }
    }
    if (created && this.source_id === this.target_id) throw selfReference('/target_id');
    if (created) {
      await checkEnd(database, 'source_id', this.source_id, [this.tenantId]);
      await checkEnd(database, 'target_id', this.target_id, [this.tenantId, null]);
    }
    if (this.targetVersion !== null && (created || changed.includes('targetVersion'))) {
      const query = database.dialect.builder
        .selectFrom('content_versions')
        .select('version')
        .where('contentId', '=', this.target_id)
        .where('version', '=', this.targetVersion);
      if (!(await database.first(query.compile())))
        throw fault('/targetVersion', 'not_found', `the cited record has no version ${this.targetVersion}`);
    }
  }

  protected override async afterSave(context: SaveContext): Promise<void> {
    if (context.changed.length > 0) await markCiting(this, context);
  }

  protected override async afterDelete(context: SaveContext): Promise<void> {
    await markCiting(this, context);
  }
}

/** Readers get the change once the citing record is published again, its editors at once. */
async function markCiting({ source_id }: ContentReference, { database, call }: SaveContext): Promise<void> {
  await markChanged(database, 'reference', [{ table: 'contents', record: 'id', column: 'id', values: [source_id] }], call.now());
  await absorbLinks(database, source_id, call);
}

/** The references of all content. */
export class ContentReferences extends collection(ContentReference, besideContents) {}

/** Both ends must be in reach: the citing record in the same tenant, the cited one in it or global. */
async function checkEnd(
  database: SaveContext['database'],
  name: 'source_id' | 'target_id',
  id: unknown,
  tenants: readonly (string | null)[],
): Promise<void> {
  const query = database.dialect.builder
    .selectFrom('contents')
    .select('tenantId')
    .where('id', '=', String(id))
    .where('status', '!=', 'deleted');
  const row = await database.first(query.compile());
  if (!row || !tenants.includes((row['tenantId'] as string | null | undefined) ?? null))
    throw fault(`/${name}`, 'not_found', `content ${String(id).slice(0, 200)} does not exist`);
}

function fault(pointer: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer, code, detail }]);
}
