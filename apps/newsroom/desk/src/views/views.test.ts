import { expect, it } from 'vitest';
import { newsroom } from '../../../src/server/application.ts';
import type { PlacePath } from '../shell/places.ts';

/** The view in which the records of each noun of the API are seen. */
const VIEW_OF: Readonly<Record<string, PlacePath>> = {
  contents: '/pieces',
  articles: '/pieces',
  'content-documents': '/pieces',
  mirrors: '/pieces',
  'content-versions': '/pieces',
  'content-reviews': '/pieces',
  'content-corrections': '/pieces',
  'content-references': '/pieces',
  'content-comments': '/pieces',
  'content-saved-views': '/pieces',
  'content-chat-sessions': '/pieces',
  'content-chat-threads': '/pieces',
  'content-chat-messages': '/pieces',
  'content-chat-proposals': '/pieces',
  approvals: '/approvals',
  'content-schedule-runs': '/',
  'content-trash': '/trash',
  facts: '/facts',
  'fact-links': '/facts',
  assets: '/assets',
  'content-assets': '/assets',
  'content-governance-policies': '/governance',
  'content-governance-profiles': '/governance',
  'content-governance-assignments': '/governance',
  'content-contributions': '/contributions',
  'content-contribution-revisions': '/contributions',
  'content-contribution-attachments': '/contributions',
  'content-contribution-types': '/contribution-types',
  'content-contributors': '/contributors',
  tags: '/tags',
  'tag-aliases': '/tags',
  'search-synonyms': '/synonyms',
  'searched-terms': '/synonyms',
  tokens: '/tokens',
  members: '/users',
  'mail-outbox': '/mail',
  webhooks: '/webhooks',
  'webhook-deliveries': '/webhooks',
  'audit-entries': '/audit',
  jobs: '/jobs',
  'notification-settings': '/you/notifications',
  session: '/you/security',
};

/** Why the records of a noun are seen in no view. */
const WITHOUT_VIEW: Readonly<Record<string, string>> = {
  'content-mirrors': 'how sources respond concerns those who run Newsroom: the command line lists it',
  'content-inbound-mails': 'what became of received mails concerns those who run Newsroom; what they brought is in the inbox',
  backups: 'they concern those who run Newsroom: the command line makes, lists and tries them',
  tenants: 'they are created and listed on the command line',
  'security-events': 'people and admins are told of them by mail',
};

it('every noun of the API has a view, or a reason for having none', async () => {
  const { paths } = (await newsroom.describe()) as { readonly paths: object };
  const nouns = new Set(Object.keys(paths).map((path) => path.split('/')[1] ?? ''));
  const listed = [...Object.keys(VIEW_OF), ...Object.keys(WITHOUT_VIEW)];
  expect(
    [...nouns].filter((noun) => !listed.includes(noun)),
    'not listed',
  ).toEqual([]);
  expect(
    listed.filter((noun) => !nouns.has(noun)),
    'no nouns',
  ).toEqual([]);
});
