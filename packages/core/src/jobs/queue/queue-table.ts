import type { TableDefinition } from '../../storage/table.ts';

export const QUEUE_TABLE = '_job_queue';

/** Where the embedded queue keeps what is to be delivered and who has it. */
export const queueTable: TableDefinition = {
  name: QUEUE_TABLE,
  columns: [
    { name: 'jobId', kind: 'text', nullable: false },
    { name: 'holder', kind: 'text', nullable: true },
    { name: 'beat', kind: 'integer', nullable: false },
  ],
  primaryKey: ['jobId'],
  indexes: [{ name: '_job_queue_holder', unique: false, columns: [{ name: 'holder' }] }],
};
