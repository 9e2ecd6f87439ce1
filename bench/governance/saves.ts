import { type Content, Facts } from '@colophon/content';
import { printTable } from '../support/table.ts';
import { accept, type Desk, draft, openDesk, statementsOf, timed } from './desk.support.ts';

// The cost that governance adds to a save: each compared with the save of a plain record.
const LINKED = 50;
const REVIEWS = 20;
const desk = await openDesk();

/** The number of citations, sources and reviews. */
async function laden(facts: readonly string[], cited: readonly Content[]): Promise<Content> {
  const content = await draft(desk, 'article');
  for (const fact of facts) await content.addFact(fact, 'supports');
  for (const each of cited) await content.addReference(each);
  await accept(content, REVIEWS / 2);
  return content;
}

async function reviewed(type: string): Promise<Content> {
  const content = await draft(desk, type);
  if (type === 'article') await accept(content);
  return content;
}

async function published(type: string): Promise<Content> {
  return publish(await reviewed(type));
}

function publish(content: Content): Promise<Content> {
  content.status = 'published';
  return content.save();
}

let turn = 0;
function edit(content: Content): Promise<Content> {
  content.category = `news/${(turn += 1)}`;
  return content.save();
}

/** A change that no reviewer looked at, so that the verdicts remain; includes the gate, the version and the transparency. */
function highlight(content: Content): Promise<Content> {
  content.state = content.state === 'active' ? 'highlighted' : 'active';
  return content.save();
}

const facts = await factsOf(desk);
const cited = await Promise.all(Array.from({ length: LINKED }, () => published('note')));
const rows: (string | number)[][] = [];

interface Comparison {
  readonly prepare: (type: string) => Promise<Content>;
  readonly run: (content: Content) => Promise<unknown>;
  /** The plain save to compare with, if it is not the same save of a plain record. */
  readonly against?: { readonly what: string; readonly prepare: () => Promise<Content>; readonly run: Comparison['run'] };
  readonly calls?: number;
}

async function compare(what: string, { prepare, run, against, calls = 20 }: Comparison): Promise<void> {
  const plain = { prepare: against?.prepare ?? (() => prepare('note')), run: against?.run ?? run };
  const times = await timed({ plain, governed: { prepare: () => prepare('article'), run } }, calls);
  const subject = await prepare('article');
  const statements = await statementsOf(desk, () => run(subject));
  const ratio = times.governed / times.plain;
  rows.push([
    what,
    against?.what ?? 'the same',
    `${times.plain.toFixed(2)} ms`,
    `${times.governed.toFixed(2)} ms`,
    `${ratio.toFixed(1)}×`,
    String(statements),
  ]);
}

const edited = { what: 'edit of a draft', prepare: () => draft(desk, 'note'), run: edit };
await compare('edit of a draft', { prepare: (type) => draft(desk, type), run: edit });
await compare('edit of what is published', { prepare: published, run: highlight });
await compare('publication', { prepare: reviewed, run: publish });
const laden50 = { prepare: () => laden(facts, cited), run: publish, calls: 5 };
await compare(`publication with ${LINKED} facts, ${LINKED} references, ${REVIEWS} reviews`, { ...laden50, against: edited });

printTable(['save of a governed article', 'against, of a plain record', 'plain', 'governed', 'ratio', 'statements'], rows);
await desk.close();

async function factsOf({ database }: Desk): Promise<string[]> {
  const all = new Facts(database);
  return Promise.all(Array.from({ length: LINKED }, async (_, each) => (await all.add({ statement: `Fact ${each}.` })).id));
}
