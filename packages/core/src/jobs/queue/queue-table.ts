import type { TableDefinition } from '../../storage/table.ts';

export const QUEUE_TABLE = '_job_queue';

/** The table of the embedded queue: pending deliveries and their holders. */
export const queueTable: TableDefinition = {
  name: QUEUE_TABLE,
  columns: [
    { name: 'jobId', kind: 'text', nullable: false },
    { name: 'holder', kind: 'text', nullable: true },
    { name: 'beat', kind: 'integer', nullable: false },
  ],
  primaryKey: ['jobId'],
  indexes: [{ name: '_job_queue_holder', unique: false, columns: [{ name: 'holder' }] }],
  kept: 'derived',
};
