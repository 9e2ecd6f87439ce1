import { Contents, submitWebContribution, ContentContributions } from '@colophon/content';
import type { SeedParts } from './published.ts';
import { BRIDGE, FLOOD_WALL, MARKET, SWIMMING } from './texts.ts';

/** The queue of the desk: drafts at each stage. */
export async function makeDrafts({ database, callBy, hoursAgo }: SeedParts): Promise<void> {
  const add = (person: 'editor' | 'contributor', hours: number, fields: { readonly title: string } & Readonly<Record<string, unknown>>) =>
    new Contents(database, callBy(person, hoursAgo(hours))).add({ type: 'article', language: 'en', ...fields });
  await add('contributor', 6, { title: 'The harbour bridge, plank by plank', body: BRIDGE, authors: ['Jo Berg'], tags: ['streets'] });
  const wall = await add('contributor', 26, {
    title: 'How high is high enough?',
    description: 'The flood wall, and a mark at the corner of the fish market.',
    body: FLOOD_WALL,
    authors: ['Jo Berg'],
    tags: ['council', 'tides'],
    status: 'review',
  });
  await wall.runReviewAction(
    {
      policyKey: 'second-reader',
      status: 'flagged',
      summary: 'Who is everybody? The mark says otherwise.',
      findings: [
        { severity: 'warning', title: 'Hearsay', detail: 'Nobody is named who says so.', quote: 'Everybody says that this is enough.' },
      ],
    } as never,
    callBy('editor', hoursAgo(4)),
  );
  const ready = await add('editor', 12, {
    title: 'Swimming hall opens at six',
    description: 'An hour for those who swim lengths.',
    body: SWIMMING,
    authors: ['Ben Adler'],
    tags: ['town'],
    metadata: { generation: { aiAssisted: false } },
  });
  const reviewCall = callBy('admin', hoursAgo(2));
  await ready.runReviewAction({ policyKey: 'second-reader', status: 'accepted', summary: 'Hours confirmed by the hall.' }, reviewCall);
  await ready.runReviewAction({ policyKey: 'ai-disclosure' }, reviewCall);
  const dated = await add('editor', 20, {
    title: 'Christmas market moves to the old shipyard',
    body: MARKET,
    authors: ['Ben Adler'],
    tags: ['town', 'culture'],
    metadata: { generation: { aiAssisted: false } },
    publishAt: hoursAgo(-24 * 9).toISOString(),
  });
  await dated.runReviewAction({ policyKey: 'second-reader', status: 'accepted', summary: 'Good.' }, reviewCall);
  await dated.runReviewAction({ policyKey: 'ai-disclosure' }, reviewCall);
}

/** The contributions: one new letter, one with a question to the sender, one that was held back. */
export async function makeContributions({ database, callBy, hoursAgo }: SeedParts): Promise<void> {
  const send = (name: string, title: string, body: string) =>
    submitWebContribution(
      {
        typeKey: 'readers-letter',
        contributorEmail: `${name.toLowerCase().replaceAll(' ', '.')}@example.org`,
        contributorName: name,
        title,
        body,
        tenantId: null,
      },
      { database },
    );
  await send(
    'Ruth Ngata',
    'The bench at the oak',
    'I am eighty-one, and I have been waiting for that bench since spring. Thank you. Could it face the sun?',
  );
  const unclear = await send(
    'Leo Marsh',
    'Noise at the shipyard',
    'It has been loud for three nights now. Somebody should write about it.',
  );
  await send('A Friend', 'You have won', 'The new casino at the quay has a present for every reader of this paper.');
  await new ContentContributions(database, callBy('editor', hoursAgo(1)))
    .require(unclear.contribution.id)
    .then((each) => each.requestChangesAction({ editorNote: 'Which nights, and what did you hear? Then we can ask the shipyard.' }));
}
