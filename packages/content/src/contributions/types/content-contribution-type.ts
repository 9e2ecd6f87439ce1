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
import { CONTRIBUTION_CHANNELS } from '../enumerations.ts';
import { ownTenantAccess } from '../access.ts';
import { INBOUND_ADDRESS, IntakeRules, Promotion, TYPE_KEY } from './type-definition.ts';

/** What of a kind of contribution is still being worked on. */
const OPEN = ['submitted', 'quarantined', 'needs_changes', 'approved'];

/** A kind of contribution that is stored: letters, photographs, tips. */
export class ContentContributionType extends object(
  {
    key: text({
      required: true,
      maxLength: 100,
      pattern: TYPE_KEY,
      description: 'By which contributions name it; letters, digits, - and _.',
    }),
    label: text({ maxLength: 200, description: 'What people call it.' }),
    enabled: boolean({ default: true, description: 'False takes nothing of this kind at present.' }),
    allowedChannels: list(text({ values: CONTRIBUTION_CHANNELS }), { default: ['web'], description: 'How it comes in: web, email.' }),
    allowText: boolean({ default: true }),
    allowFiles: boolean({ default: false }),
    allowEmptyText: boolean({ default: false, description: 'Files may come without any text.' }),
    openTo: text({ values: ['anyone', 'members'], default: 'anyone', description: 'members: whoever is signed in.' }),
    inboundAddress: text({
      maxLength: 64,
      pattern: INBOUND_ADDRESS,
      description: 'The local part of the address that it comes in at by mail: letters.',
    }),
    proofOfWork: boolean({ default: true, description: 'Strangers prove that a machine of theirs worked for a moment.' }),
    intakeRules: json({ default: {} as IntakeRules, schema: IntakeRules as never, description: 'What is refused, and what is held back.' }),
    promotion: json<Promotion>({ required: true, schema: Promotion as never, description: 'What becomes of what is approved.' }),
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
    description: 'Kinds of contributions: what may come in, and what becomes of it.',
  },
) {
  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    await refuseTakenAddress(database, this);
    if (!created && changed.includes('key'))
      throw ValidationError.of([{ pointer: '/key', code: 'read_only', detail: 'cannot be changed; make another and disable this one' }]);
  }

  protected override async beforeDelete({ database }: SaveContext): Promise<void> {
    const open = await countOpen(database, this);
    if (open === 0) return;
    throw new ConflictError(`${open} contributions of the type ${this.key} are still open.`, {
      code: 'in_use',
      hint: 'Disable the type, decide about them, and remove it then.',
    });
  }
}

/** The stored kinds of contributions. */
export class ContentContributionTypes extends collection(ContentContributionType) {}

/** One address brings mail to one kind of contributions. */
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
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('status', 'in', OPEN);
  return Number((await database.first(query.compile()))?.['count'] ?? 0);
}
