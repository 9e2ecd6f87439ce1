import { claimsTable } from '../claims/claims-table.ts';
import { SEARCH_TABLES } from '../search/words/word-tables.ts';
import type { TableDefinition } from '../storage/table.ts';

export const IDEMPOTENCY_TABLE = '_idempotency';

/** Tables that the framework needs to run operations, whatever the application's objects are. */
export const FRAMEWORK_TABLES: readonly TableDefinition[] = [
  {
    name: IDEMPOTENCY_TABLE,
    columns: [
      { name: 'key', kind: 'text', nullable: false },
      { name: 'fingerprint', kind: 'text', nullable: false },
      { name: 'answer', kind: 'text', nullable: true },
      { name: 'created_at', kind: 'datetime', nullable: false },
    ],
    primaryKey: ['key'],
    indexes: [{ name: '_idempotency_created_at', unique: false, columns: [{ name: 'created_at' }] }],
    kept: 'passing',
  },
  claimsTable,
  ...SEARCH_TABLES,
];
