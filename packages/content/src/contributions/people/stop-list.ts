import { collection, object, text, type Database } from '@colophon/core';
import { hasContributionSecret, sign } from '../record/keys.ts';

/** A blocked person whose data was erased: a keyed hash of the address, which does not reveal it. */
class ContributionStop extends object(
  { addressHash: text({ required: true, maxLength: 100 }) },
  {
    table: 'content_contribution_stops',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    audit: false,
    unique: [['tenantId', 'addressHash']],
    description: 'Blocks that are kept after the erasure of a person.',
  },
) {}

/** Blocks that are kept after the erasure of a person. */
export class ContributionStops extends collection(ContributionStop) {
  /** Whether an address is blocked in a tenant. */
  async holds(tenantId: string | null, address: string): Promise<boolean> {
    // Without a secret this cannot be checked: it is an error unless there are no blocks at all.
    if (!hasContributionSecret(this.database) && (await this.count({ where: { tenantId } as never })) === 0) return false;
    return (await this.find({ tenantId, addressHash: hashOf(this.database, address) })) !== undefined;
  }

  /** Blocks an address in a tenant for all future contributors. */
  async stop(tenantId: string | null, address: string): Promise<void> {
    await this.getOrUpsert({ tenantId, addressHash: hashOf(this.database, address) });
  }
}

function hashOf(database: Database, address: string): string {
  return sign(database, 'contribution stop list', address);
}
