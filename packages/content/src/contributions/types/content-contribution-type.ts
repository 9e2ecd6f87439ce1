import {
  boolean,
  collection,
  ConflictError,
  type Database,
  json,
  list,
  object,
  type SaveContext,
  text,
  ValidationError,
} from '@colophon/core';
import { CONTRIBUTION_CHANNELS } from '../record/enumerations.ts';
import { ownTenantAccess } from '../record/access.ts';
import { requireOneLine } from '../record/one-line.ts';
import { INBOUND_ADDRESS, IntakeRules, Promotion, TYPE_KEY } from './type-definition.ts';

/** The states of open contributions of a type. */
const OPEN = ['submitted', 'quarantined', 'needs_changes', 'approved'];

/** A stored contribution type: letters, photographs, tips. */
export class ContentContributionType extends object(
  {
    key: text({
      required: true,
      maxLength: 100,
      pattern: TYPE_KEY,
      description: 'The key of the type; letters, digits, - and _.',
    }),
    label: text({ maxLength: 200, description: 'The name shown to people.' }),
    enabled: boolean({ default: true, description: 'If false, contributions of this type are rejected.' }),
    allowedChannels: list(text({ values: CONTRIBUTION_CHANNELS }), { default: ['web'], description: 'The accepted channels: web, email.' }),
    allowText: boolean({ default: true }),
    allowFiles: boolean({ default: false }),
    allowEmptyText: boolean({ default: false, description: 'Accept files without text.' }),
    openTo: text({ values: ['anyone', 'members'], default: 'anyone', description: 'members: signed-in users only.' }),
    inboundAddress: text({
      maxLength: 64,
      pattern: INBOUND_ADDRESS,
      description: 'The local part of its mail address: letters.',
    }),
    proofOfWork: boolean({ default: true, description: 'Require a proof of work from callers who are not signed in.' }),
    intakeRules: json({ default: {} as IntakeRules, schema: IntakeRules as never, description: 'The rules for rejection and quarantine.' }),
    promotion: json<Promotion>({ required: true, schema: Promotion as never, description: 'What approved contributions become.' }),
    metadata: json({ default: {} }),
  },
  {
    table: 'content_contribution_types',
    tenant: true,
    api: true,
    mcp: true,
    access: { ...ownTenantAccess, create: 'admin', update: 'admin', delete: 'admin' },
    unique: [['tenantId', 'key']],
    label: 'Content contribution types',
    description: 'Contribution types: what is accepted, and what it becomes.',
  },
) {
  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    if (created || changed.includes('label')) requireOneLine(this.label, '/label');
    await refuseTakenAddress(database, this);
    if (!created && changed.includes('key'))
      throw ValidationError.of([{ pointer: '/key', code: 'read_only', detail: 'cannot be changed; make another and disable this one' }]);
  }

  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    const open = await countOpen(database, this);
    if (open === 0) return;
    throw new ConflictError(`${open} contributions of the type ${this.key} are still open.`, {
      code: 'in_use',
      hint: 'Disable the type, decide about them, then remove it.',
    });
  }
}

/** The stored contribution types. */
export class ContentContributionTypes extends collection(ContentContributionType) {}

/** A mail address belongs to one contribution type. */
async function refuseTakenAddress(
  database: Database,
  { id, tenantId, inboundAddress }: { id: string | undefined; tenantId: string | null; inboundAddress: string | null },
): Promise<void> {
  if (inboundAddress === null) return;
  await database.lock(`inbound address ${tenantId ?? ''} ${inboundAddress}`);
  const query = database.dialect.builder
    .selectFrom('content_contribution_types')
    .select('key')
    .where('inboundAddress', '=', inboundAddress)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  const other = await database.first((id === undefined ? query : query.where('id', '!=', id)).compile());
  if (!other) return;
  const detail = `is the address of the type ${String(other['key'])} already`;
  throw new ConflictError(`inboundAddress: ${detail}.`, {
    code: 'not_unique',
    errors: [{ pointer: '/inboundAddress', code: 'not_unique', detail }],
  });
}

async function countOpen(database: Database, { key, tenantId }: { key: string; tenantId: string | null }): Promise<number> {
  const query = database.dialect.builder
    .selectFrom('content_contributions')
    .select((each) => each.fn.countAll().as('count'))
    .where('contributionTypeKey', '=', key)
    .where('status', 'in', OPEN);
  const { builder } = database.dialect;
  const own = builder.selectFrom('content_contribution_types').select('tenantId').where('key', '=', key).where('tenantId', 'is not', null);
  // A global type applies to every tenant without its own type of this key.
  const affected =
    tenantId === null
      ? query.where((each) => each.or([each('tenantId', 'is', null), each('tenantId', 'not in', own)]))
      : query.where('tenantId', '=', tenantId);
  return Number((await database.first(affected.compile()))?.['count'] ?? 0);
}
