import type { TableDefinition } from '../storage/table.ts';

export const CLAIMS_TABLE = '_claims';

/**
 * What is to be done, by lane. Free rows have a `due` (milliseconds since 1970; 0: as soon as possible), held ones none, but a `receipt`,
 * and a `beat` that their holder changes.
 */
export const claimsTable: TableDefinition = {
  name: CLAIMS_TABLE,
  columns: [
    { name: 'lane', kind: 'text', nullable: false },
    { name: 'id', kind: 'text', nullable: false },
    { name: 'grp', kind: 'text', nullable: true },
    { name: 'due', kind: 'real', nullable: true },
    { name: 'receipt', kind: 'text', nullable: true },
    { name: 'beat', kind: 'integer', nullable: false },
    { name: 'tries', kind: 'integer', nullable: false },
  ],
  primaryKey: ['lane', 'id'],
  byKey: true,
  indexes: [
    { name: '_claims_due', unique: false, columns: [{ name: 'lane' }, { name: 'due' }, { name: 'id' }] },
    { name: '_claims_group', unique: false, columns: [{ name: 'lane' }, { name: 'grp' }, { name: 'due' }, { name: 'id' }] },
  ],
  kept: 'derived',
};
