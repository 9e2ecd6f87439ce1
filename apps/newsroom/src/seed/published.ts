import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, JsonObject } from '@colophon/core';
import { type Content, Contents, type Fact, Facts } from '@colophon/content';
import type { CallBy } from './people.ts';
import { BUDGET, FERRY, KITCHEN, LIBRARY, TIDE } from './texts.ts';

/** The input for creating the pieces. */
export interface SeedParts {
  readonly database: Database;
  readonly callBy: CallBy;
  /** The folder of the demonstration. */
  readonly folder: string;
  /** A point in time this many hours ago; negative hours are in the future. */
  readonly hoursAgo: (hours: number) => Date;
}

/** A picture and its description. */
type Picture = readonly [file: string, altText: string];

interface Story {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly authors: readonly string[];
  readonly tags: readonly string[];
  readonly category: string;
  readonly language?: string;
  readonly state?: 'highlighted';
  readonly metadata?: JsonObject;
  readonly picture: Picture;
  readonly facts?: readonly Fact[];
  readonly cites?: readonly { readonly slug: string; readonly version: number }[];
  /** Hours since it was published. */
  readonly published: number;
  /** The comment of the reviewer. */
  readonly read: string;
}

const BY_HAND: JsonObject = { generation: { aiAssisted: false } };

/** The published pieces: with facts and citations, one corrected, one retracted, one written with the help of AI. */
export async function makePublished(parts: SeedParts): Promise<void> {
  await snapshot(parts, 'what-is-technical-debt', 'As it was cited.', 40);
  await snapshot(parts, 'reading-a-tide-table', 'As it was cited.', 60);
  await publishBudget(parts);
  await publishWithoutFault(parts);
  await publishFerry(parts);
}

/** The main piece: its facts, its citations, and its error. */
async function publishBudget(parts: SeedParts): Promise<void> {
  const { database, callBy, hoursAgo } = parts;
  const facts = new Facts(database, callBy('editor', hoursAgo(60)));
  const wall = await facts.add({
    statement: 'The flood wall costs 4.2 million.',
    confidence: 0.95,
    sources: [{ title: 'Budget of the town, page 118', note: 'as put before the council' }],
  });
  const vote = await facts.add({
    statement: 'The budget was approved by 23 votes to 14.',
    confidence: 0.9,
    sources: [{ title: 'Minutes of the council, first version' }],
  });
  const budget = await publish(parts, {
    title: 'Budget approved in a night sitting',
    description: 'The flood wall gets its money, the swimming hall waits for the fifth year, and the harbour pays more than it wanted to.',
    body: BUDGET,
    authors: ['Jo Berg', 'Ben Adler'],
    tags: ['budget', 'council'],
    category: 'town/council',
    state: 'highlighted',
    picture: ['town-hall', 'The town hall at night, its windows lit.'],
    facts: [wall, vote],
    cites: [{ slug: 'what-is-technical-debt', version: 1 }],
    published: 30,
    read: 'Figures checked against the draft of the budget.',
  });
  // A cited source changes, and a fact proves wrong: both are shown on the page of the piece.
  await snapshot(parts, 'what-is-technical-debt', 'Table of seconds added.', 20);
  await facts.require(vote.id).then((fact) => fact.supersede({ statement: 'The budget was approved by 22 votes to 15.', confidence: 1 }));
  await budget.issueCorrectionAction(
    {
      type: 'correction',
      summary: 'The budget was approved by 22 votes to 15, not by 23 to 14.',
      note: 'The first minutes counted one vote twice. Thanks to the reader who counted along.',
    },
    callBy('editor', hoursAgo(8)),
  );
}

/** One with the help of AI, one without, and one in another language. */
async function publishWithoutFault(parts: SeedParts): Promise<void> {
  await publish(parts, {
    title: 'The tide gauge that stood still',
    description: 'For eleven days the harbour measured the same water. A battery, a form and a holiday, in that order.',
    body: TIDE,
    authors: ['Ben Adler'],
    tags: ['tides', 'harbour'],
    category: 'harbour',
    state: 'highlighted',
    metadata: {
      generation: {
        aiAssisted: true,
        model: 'a small language model',
        publicPrompt: 'Make a table of the gauge’s messages and the tide table for 4 and 5 October.',
      },
    },
    picture: ['tide-gauge', 'A tide gauge in the harbour at sunset.'],
    cites: [{ slug: 'reading-a-tide-table', version: 1 }],
    published: 52,
    read: 'Table compared with the messages of the gauge, line by line.',
  });
  await publish(parts, {
    title: 'School kitchens cook for themselves again',
    description: 'Nine of eleven cooks come back. First on the list: carrots.',
    body: KITCHEN,
    authors: ['Jo Berg'],
    tags: ['schools'],
    category: 'town/schools',
    state: 'highlighted',
    picture: ['school-kitchen', 'A school kitchen with a steaming pot, carrots and bread.'],
    published: 76,
    read: 'Prices confirmed by the school office.',
  });
  await publish(parts, {
    title: 'Hafenbücherei öffnet auch sonntags',
    description: 'Vierzehn Freiwillige, ein Schloss und die einzige warme Bank am Hafen.',
    body: LIBRARY,
    authors: ['Ben Adler'],
    tags: ['library'],
    category: 'kultur',
    language: 'de',
    picture: ['library', 'Ein Bücherregal und ein Lesetisch vor einem Fenster zum Hafen.'],
    published: 100,
    read: 'Öffnungszeiten bei der Bücherei erfragt.',
  });
}

/** A piece published by mistake, and retracted. */
async function publishFerry(parts: SeedParts): Promise<void> {
  const { callBy, hoursAgo } = parts;
  const ferry = await publish(parts, {
    title: 'Ferry line 4 to stop in January',
    description: 'The islands would lose their quick connection.',
    body: FERRY,
    authors: ['Ben Adler'],
    tags: ['ferries'],
    category: 'harbour/ferries',
    picture: ['ferry', 'A ferry with a red hull before a range of hills.'],
    published: 150,
    read: 'Read.',
  });
  await ferry.issueCorrectionAction(
    {
      type: 'retraction',
      summary:
        'Line 4 does not stop. The timetable that this piece relied on was a draft of two years ago, and we did not ask whose it was.',
      note: 'We apologise to the harbour company and to everybody who looked for another way to work.',
    },
    callBy('admin', hoursAgo(126)),
  );
}

/** Writes a piece, has it reviewed by another user, and publishes it through the gate. */
async function publish(parts: SeedParts, story: Story): Promise<Content> {
  const { database, callBy, hoursAgo } = parts;
  const { picture, facts = [], cites = [], published, read: reviewSummary, authors, tags, metadata = BY_HAND, ...fields } = story;
  const draftCall = callBy('editor', hoursAgo(published + 5));
  const contents = new Contents(database, draftCall);
  const draft = await contents.add({
    ...fields,
    type: 'article',
    language: story.language ?? 'en',
    authors: [...authors],
    tags: [...tags],
    metadata,
  });
  for (const { id } of facts) await draft.addFact(id, 'supports');
  for (const { slug, version } of cites) await draft.addReference(await contents.bySlug({ slug }), { targetVersion: version });
  await draft.setThumbnail(await pictureOf(parts, picture));
  const readBy = callBy('admin', hoursAgo(published + 1));
  await draft.runReviewAction({ policyKey: 'second-reader', status: 'accepted', summary: reviewSummary }, readBy);
  await draft.runReviewAction({ policyKey: 'ai-disclosure' }, readBy);
  const at = hoursAgo(published);
  const piece = await new Contents(database, callBy('editor', at)).require(draft.id);
  Object.assign(piece, { status: 'published', publish_date: at.toISOString() });
  return piece.save();
}

async function snapshot({ database, callBy, hoursAgo }: SeedParts, slug: string, summary: string, hours: number): Promise<void> {
  const call = callBy('editor', hoursAgo(hours));
  const piece = await new Contents(database, call).bySlug({ slug });
  await piece.mutateVersionAction({ kind: 'manual', summary }, call);
}

/** Gives a piece of the archive its picture. */
export async function illustrateArchive(parts: SeedParts): Promise<void> {
  const oak = await new Contents(parts.database).bySlug({ slug: 'the-oak-on-mill-street-stays' });
  await oak.setThumbnail(await pictureOf(parts, ['oak', 'A large oak between houses, a bench beneath it.']));
}

async function pictureOf({ folder }: SeedParts, [file, altText]: Picture): Promise<{ name: string; content: Uint8Array; altText: string }> {
  return { name: `${file}.webp`, content: await readFile(join(folder, 'pictures', `${file}.webp`)), altText };
}
