import { collection, json, object, reference, type SaveContext, text, ValidationError } from '@colophon/core';
import { absorbLinks } from '../drafts/record/absorb-change.ts';
import { requireFactLinking } from '../governance/fact-linking.ts';
import { markChanged } from '../editions/record/mark-changed.ts';
import { linkAccess } from '../record/staff-access.ts';
import { besideContents } from '../record/beside-contents.ts';

/** How content relies on a fact. */
export const FACT_RELATIONSHIPS = ['supports', 'contradicts', 'referenced_in'] as const;
export type FactRelationship = (typeof FACT_RELATIONSHIPS)[number];

/** A link from a content record to a fact. The same fact can be linked under several relationships. */
export class FactLink extends object(
  {
    factId: reference('facts', { required: true, onDelete: 'restrict' }),
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    relationship: text({ values: FACT_RELATIONSHIPS, default: 'supports' }),
    metadata: json({ default: {} }),
  },
  {
    table: 'fact_links',
    tenant: true,
    api: true,
    mcp: true,
    access: linkAccess,
    unique: [['contentId', 'factId', 'relationship']],
    label: 'Fact links',
    description: 'The facts that content relies on.',
  },
) {
  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    const moved = (['factId', 'contentId'] as const).find((name) => !created && changed.includes(name));
    if (moved) throw fault(moved, 'read_only', 'cannot be changed; remove this link and create another');
    const { builder } = database.dialect;
    const content = await database.first(
      builder.selectFrom('contents').select(['type', 'variant', 'tenantId']).where('id', '=', String(this.contentId)).compile(),
    );
    if (!content || (content['tenantId'] ?? null) !== (this.tenantId ?? null))
      throw fault('contentId', 'not_found', `content ${String(this.contentId).slice(0, 200)} does not exist`);
    await requireFactLinking(database, { ...content, tenantId: this.tenantId });
    if (!created) return;
    const fact = await database.first(builder.selectFrom('facts').select('tenantId').where('id', '=', String(this.factId)).compile());
    if (!fact || ((fact['tenantId'] ?? null) !== null && fact['tenantId'] !== this.tenantId))
      throw fault('factId', 'not_found', `fact ${String(this.factId).slice(0, 200)} does not exist`);
  }

  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    const query = database.dialect.builder.selectFrom('contents').select(['type', 'variant', 'tenantId']).where('id', '=', this.contentId);
    const content = await database.first(query.compile());
    if (content) await requireFactLinking(database, content);
  }

  protected override async afterSave(context: SaveContext): Promise<void> {
    if (context.changed.length > 0) await markLinked(this, context);
  }

  protected override async afterDelete(context: SaveContext): Promise<void> {
    await markLinked(this, context);
  }
}

/** Readers get the change once the record is published again, its editors at once. */
async function markLinked({ contentId }: FactLink, { database, call }: SaveContext): Promise<void> {
  await markChanged(database, 'fact', [{ table: 'contents', record: 'id', column: 'id', values: [contentId] }], call.now());
  await absorbLinks(database, contentId, call);
}

/** The links of all content. */
export class FactLinks extends collection(FactLink, besideContents) {}

function fault(name: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: `/${name}`, code, detail }]);
}
