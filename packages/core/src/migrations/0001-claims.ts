import { defineMigration, drop } from '../storage/migrations/define-migration.ts';

/** Who does what is in `_claims`; what waited is taken into it when the processes start (`adopt`). */
export const claimsMigration = defineMigration({
  id: 'core/0001-claims',
  steps: [drop('_job_queue'), drop('webhook_deliveries.claim')],
});
