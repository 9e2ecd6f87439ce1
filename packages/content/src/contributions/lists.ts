import { type Call, type Database, hasRole, type Page, type RowQuery, where } from '@colophon/core';
import type { ContributionStatus } from './record/enumerations.ts';
import type { ContributorInput, InboxInput } from './intake/inputs.ts';
import { ContentContributors } from './people/content-contributor.ts';
import { normalAddress } from './people/email-address.ts';

/** Contributions that wait for a decision. */
const OPEN: readonly ContributionStatus[] = ['submitted', 'quarantined', 'needs_changes', 'approved'];

/** The collection of contributions, as a call lists it. */
interface Listed {
  readonly database: Database;
  readonly call: Call;
  answer(query: RowQuery): Promise<Page<unknown>>;
}

/** Returns the contributions that wait for a decision, most recently changed first, or the best results of a search. */
export function listInbox(contributions: Listed, input: InboxInput): Promise<Page<unknown>> {
  const { statuses = OPEN, typeKey, search = '', offset } = input;
  return contributions.answer({
    ...pageOf(input),
    where: { status: { in: statuses }, ...(typeKey === undefined ? {} : { contributionTypeKey: typeKey }) },
    // The best results first; otherwise the latest changes.
    ...(search.trim() === '' ? { orderBy: '-updated_at' } : { search }),
    ...(offset === undefined ? {} : { offset }),
  });
}

/** Returns the contributions of one person: of anybody for editors; everybody else gets their own, whatever they ask for. */
export async function listOfContributor(contributions: Listed, input: ContributorInput): Promise<Page<unknown>> {
  const { contributorId, email } = input;
  const { call, database } = contributions;
  const query = { ...pageOf(input), orderBy: '-created_at' };
  if (!hasRole(call.caller, 'editor')) return contributions.answer(query);
  const found =
    email === undefined ? undefined : await new ContentContributors(database, call).find({ email: normalAddress(email, '/email') });
  const id = contributorId ?? (email === undefined ? undefined : (found?.id ?? ''));
  return contributions.answer({ ...query, ...(id === undefined ? {} : { within: where('contributorId', 'eq', id) }) });
}

/** The requested part of a list. */
function pageOf({ limit, cursor, count }: Pick<InboxInput, 'limit' | 'cursor' | 'count'>): RowQuery {
  return { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }), ...(count ? { count } : {}) };
}
