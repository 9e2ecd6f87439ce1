import { collection, integer, object, text } from '@colophon/core';
import { ownTenant } from '../record/staff-access.ts';

/** What readers searched for on a day, how often, and what they found. Nobody is named: see `noteSearch`. */
export class SearchedTerm extends object(
  {
    day: text({ required: true, maxLength: 10, description: 'The day in UTC, such as 2026-11-24.' }),
    words: text({ required: true, maxLength: 200, description: 'The words searched for, folded.' }),
    found: integer({ required: true, minimum: 0, description: 'The number of results of the latest of these searches.' }),
    times: integer({ required: true, minimum: 1 }),
  },
  {
    table: 'searched_terms',
    kept: 'passing',
    tenant: true,
    api: { include: ['list', 'get'] },
    mcp: { include: ['list', 'get'] },
    cli: { include: ['list', 'get'] },
    audit: false,
    access: { read: 'editor', create: 'nobody', update: 'nobody', delete: 'nobody', visible: ownTenant },
    unique: [['tenantId', 'day', 'words']],
    indexes: [['day'], ['tenantId', 'found', '-times']],
    orderBy: '-day,-times,-id',
    label: 'Searched terms',
    description: 'What readers searched for and how much they found, without who it was.',
  },
) {}

/** The searches of readers in a database. */
export class SearchedTerms extends collection(SearchedTerm) {}
