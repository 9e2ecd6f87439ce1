import { defineMigration, drop } from '@colophon/core/migrations';

/** Who sends what is in the lane `mail`; what waited is taken into it when the processes start (`adoptMails`). */
export const claimsMigration = defineMigration({ id: 'mail/0001-claims', steps: [drop('mail_outbox.claim')] });
