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
import { ownTenantAccess } from '../record/access.ts';
import { TRUST_LEVELS } from '../record/enumerations.ts';
import { foldedAddress, normalAddress } from './email-address.ts';
import { ErasureAnswer, eraseContributor, type ErasedFields, ErasureInput, type ErasureReport } from './erase.ts';
import { ExportAnswer, exportContributor, type PersonalData } from './export-person.ts';
import { requirePrintedName } from '../record/printed-name.ts';
import { ContributionStops } from './stop-list.ts';

/** A person who contributes, identified by an e-mail address within one tenant. */
export class ContentContributor extends object(
  {
    email: text({ required: true, maxLength: 254, personal: true, fold: foldedAddress, search: 'B' }),
    name: text({ maxLength: 200, personal: true, search: 'A', description: 'The name for the byline.' }),
    userId: text({ maxLength: 200, readOnly: true, personal: true, description: 'Their account, if they have one.' }),
    trustLevel: text({
      values: TRUST_LEVELS,
      default: 'standard',
      description: 'trusted: can be promoted without review; blocked: their contributions are rejected.',
    }),
    emailConfirmedAt: datetime({ readOnly: true, description: 'When a link that was sent to the address was first used.' }),
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
    description: 'People who contribute, and their trust levels.',
  },
) {
  static readonly operations: Operations<ContentContributor> = {
    eraseAction: {
      path: ['erase'],
      input: ErasureInput,
      output: ErasureAnswer,
      access: 'admin',
      description: 'Erase the data of a person: address, name, texts and files. Published content stays.',
    },
    exportAction: {
      method: 'GET',
      path: ['export'],
      output: ExportAnswer,
      access: 'admin',
      description: 'Export all data stored about a person, with their contributions.',
    },
  };

  #erasing = false;

  /** Erases the data of a person; published content stays. Repeating it has no further effect. */
  eraseAction(input: ErasureInput = {}, call: Call = this.call): Promise<ErasureReport> {
    return eraseContributor(this, input, call);
  }

  /** Returns all data stored about a person, with their contributions. */
  exportAction(): Promise<PersonalData> {
    return exportContributor(this);
  }

  /** Erases the person's data; the history of events stays on record. */
  override async delete(): Promise<void> {
    await eraseContributor(this, {}, this.call);
  }

  /** Locks the contributor until the ambient transaction ends, and returns their current state. */
  readForErasure(): Promise<ContentContributor | undefined> {
    return new ContentContributors(this.database, this.call).getForUpdate(this.id);
  }

  /** Sets fields that only an erasure sets, and saves. */
  async saveErased(changes: ErasedFields): Promise<void> {
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
      // The owner of the previous address must not act as the person any more.
      Object.assign(this, { linkEpoch: this.linkEpoch + 1, emailConfirmedAt: null, userId: null });
    }
    if (created && (await new ContributionStops(database).holds(this.tenantId, this.email))) this.trustLevel = 'blocked';
  }

  /** Contributions of an account are found by it. */
  protected override async afterSave({ created, changed, database }: SaveContext): Promise<void> {
    if (created || !changed.includes('userId')) return;
    const query = database.dialect.builder.updateTable('content_contributions').set({ userId: this.userId });
    await database.run(query.where('contributorId', '=', this.id).compile());
  }
}

/** The contributors of all tenants. */
export class ContentContributors extends collection(ContentContributor, { requires: () => [ContributionStops] }) {}
