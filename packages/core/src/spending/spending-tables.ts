import type { TableDefinition } from '../storage/table.ts';

/**
 * The tables in which `createSqlSpendingStore` of `@colophon/ai` keeps a spending limit. Amounts are whole millionths of a dollar and times
 * milliseconds since 1970, which do not fit into 32 bits; a double holds them exactly. Both are in every backup: an account without its
 * reservations would never release what they hold.
 */
export const spendingTables: readonly TableDefinition[] = [
  {
    name: 'ai_spending_accounts',
    columns: [
      { name: 'account', kind: 'text', nullable: false },
      { name: 'spent', kind: 'real', nullable: false },
      { name: 'held', kind: 'real', nullable: false },
    ],
    primaryKey: ['account'],
    indexes: [],
  },
  {
    name: 'ai_spending_reservations',
    columns: [
      { name: 'id', kind: 'text', nullable: false },
      { name: 'account', kind: 'text', nullable: false },
      { name: 'amount', kind: 'real', nullable: false },
      { name: 'expires_at', kind: 'real', nullable: false },
    ],
    primaryKey: ['id'],
    indexes: [{ name: 'ai_spending_reservations_account', unique: false, columns: [{ name: 'account' }, { name: 'expires_at' }] }],
  },
];
