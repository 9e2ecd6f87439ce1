import type { Migration } from '@colophon/core/migrations';

/** The migration files, in the order in which they are applied. `npm run migrate make <name>` writes one; never edit one that was applied. */
export const migrations: readonly Migration[] = [];
