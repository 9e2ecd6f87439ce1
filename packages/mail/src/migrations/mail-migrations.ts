import type { Migration } from '@colophon/core/migrations';
import { claimsMigration } from './0001-claims.ts';

/** The migrations of this package. */
export const mailMigrations: readonly Migration[] = [claimsMigration];
