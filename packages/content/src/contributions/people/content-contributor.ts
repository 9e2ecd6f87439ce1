import {
  type Call,
  collection,
  ConflictError,
  datetime,
  integer,
  json,
  object,
  type Operations,
  type SaveContext,
  text,
} from '@colophon/core';
import { ownTenantAccess } from '../access.ts';
import { TRUST_LEVELS } from '../enumerations.ts';
import { normalAddress } from './email-address.ts';
import { ErasureAnswer, eraseContributor, ErasureInput, type ErasureReport } from './erase.ts';
import { ExportAnswer, exportContributor, type PersonalData } from './export-person.ts';
import { requirePrintedName } from './printed-name.ts';
import { ContributionStops } from './stop-list.ts';

/** Somebody who contributes, known by an e-mail address within one tenant. */
export class ContentContributor extends object(
  {
    email: text({ required: true, maxLength: 254, personal: true }),
    name: text({ maxLength: 200, personal: true, description: 'The name that they are printed with.' }),
    userId: text({ maxLength: 200, readOnly: true, personal: true, description: 'Their account, where they have one.' }),
    trustLevel: text({
      values: TRUST_LEVELS,
      default: 'standard',
      description: 'trusted: may be promoted without a look; blocked: nothing more is taken from them.',
    }),
    emailConfirmedAt: datetime({ readOnly: true, description: 'When they first used a link that was sent to the address.' }),
    linkEpoch: integer({ default: 1, minimum: 1, private: true }),
    erasedAt: datetime({ readOnly: true }),
    erasureReason: text({ maxLength: 2000, readOnly: true }),
    metadata: json({ default: {}, personal: true }),
  },
  {
    table: 'content_contributors',
    tenant: true,
    api: true,
    mcp: true,
    cli: { include: 'all' },
    access: { ...ownTenantAccess, create: 'editor', update: 'editor', delete: 'admin' },
    unique: [['tenantId', 'email']],
    indexes: [['userId']],
    label: 'Content contributors',
    description: 'People who contribute, and how far they are trusted.',
  },
) {
  static readonly operations: Operations<ContentContributor> = {
    eraseAction: {
      path: ['erase'],
      input: ErasureInput,
      output: ErasureAnswer,
      access: 'admin',
      description: 'Erase what is known of a person: their address, name, texts and files. What was published stays.',
    },
    exportAction: {
      method: 'GET',
      path: ['export'],
      output: ExportAnswer,
      access: 'admin',
      description: 'All that is kept about a person, with what they sent.',
    },
  };

  #erasing = false;

  /** Erases what is known of a person; what was published stays. Twice is as once. */
  eraseAction(input: ErasureInput = {}, call: Call = this.call): Promise<ErasureReport> {
    return eraseContributor(this, input, call);
  }

  /** All that is kept about a person, with what they sent. */
  exportAction(): Promise<PersonalData> {
    return exportContributor(this);
  }

  /** Erases: what happened stays on record, and the person goes from it. */
  override async delete(): Promise<void> {
    await eraseContributor(this, {}, this.call);
  }

  /** The contributor as they are now, kept from everyone else until the ambient transaction ends. */
  readForErasure(): Promise<ContentContributor | undefined> {
    return new ContentContributors(this.database, this.call).getForUpdate(this.id);
  }

  /** Sets what only an erasure sets, and saves. */
  async saveErased(
    changes: Readonly<Partial<Pick<ContentContributor, 'email' | 'name' | 'userId' | 'linkEpoch' | 'erasedAt' | 'erasureReason'>>>,
  ): Promise<void> {
    Object.assign(this, changes, { metadata: {} });
    this.#erasing = true;
    await this.save();
    this.#erasing = false;
  }

  protected override async beforeSave({ created, changed, previous, database }: SaveContext): Promise<void> {
    if (this.#erasing) return;
    if (!created && (previous?.['erasedAt'] ?? null) !== null && changed.length > 0)
      throw new ConflictError('This person was erased.', { code: 'erased', hint: 'A new contribution makes a new contributor.' });
    if (typeof this.name === 'string' && (created || changed.includes('name'))) requirePrintedName(this.name, '/name');
    if (typeof this.email === 'string') this.email = normalAddress(this.email, '/email');
    if (!created && previous?.['email'] !== this.email) {
      // Whoever has the earlier address is not to act as the person any more.
      Object.assign(this, { linkEpoch: this.linkEpoch + 1, emailConfirmedAt: null, userId: null });
    }
    if (created && (await new ContributionStops(database).holds(this.tenantId, this.email))) this.trustLevel = 'blocked';
  }

  /** What an account sent is found by it. */
  protected override async afterSave({ created, changed, database }: SaveContext): Promise<void> {
    if (created || !changed.includes('userId')) return;
    const query = database.dialect.builder.updateTable('content_contributions').set({ userId: this.userId });
    await database.run(query.where('contributorId', '=', this.id).compile());
  }
}

/** The contributors of all tenants. */
export class ContentContributors extends collection(ContentContributor, { requires: () => [ContributionStops] }) {}
