import type { Migration } from '@colophon/core/migrations';
import { editionsOfBefore } from './0001-editions-of-before.ts';
import { credentialsToEditions } from './0002-credentials.ts';
import { publicationsToEditions } from './0003-publications.ts';
import { searchContributions } from './0004-search-contributions.ts';
import { tagsOfTenants } from './0005-tags-of-tenants.ts';
import { searchContributors } from './0006-search-contributors.ts';

/** The migration files of this package, in the order in which they are applied. Give them to whatever looks at the schema. */
export const contentMigrations: readonly Migration[] = [
  editionsOfBefore,
  credentialsToEditions,
  publicationsToEditions,
  searchContributions,
  tagsOfTenants,
  searchContributors,
];
