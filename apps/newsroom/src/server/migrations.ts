import { contentMigrations } from '@colophon/content';
import { coreMigrations, type Migration } from '@colophon/core/migrations';
import { mailMigrations } from '@colophon/mail';

/** The migration files of Newsroom and its packages, in the order in which they are applied: each package adds its own list. */
export const NEWSROOM_MIGRATIONS: readonly Migration[] = [...coreMigrations, ...mailMigrations, ...contentMigrations];
