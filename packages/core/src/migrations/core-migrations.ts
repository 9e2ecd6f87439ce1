import type { Migration } from '../storage/migrations/define-migration.ts';
import { claimsMigration } from './0001-claims.ts';

/** The migrations of this package; an application lists them before its own. */
export const coreMigrations: readonly Migration[] = [claimsMigration];
