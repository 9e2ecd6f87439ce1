import type { ContentRecord } from '../record/content-record.ts';
import { NestedList } from '../record/nested-list.ts';
import { type FactLink, FactLinks } from './fact-link.ts';
import { type Fact, Facts } from './fact.ts';
import { readLinkedFacts } from './latest-facts.ts';

/** A record's facts with their links. */
export interface FactsState {
  readonly factIds: string[];
  readonly facts: readonly Fact[];
  readonly factLinks: readonly FactLink[];
  /** Linked facts that were superseded: the content that relies on them should be reviewed. */
  readonly superseded: readonly { readonly factId: string; readonly latestId: string }[];
}

/** Returns the links of a record in the order of creation. */
export async function linksOf(content: ContentRecord): Promise<FactLink[]> {
  return new FactLinks(content.database).list({ where: { contentId: content.id }, orderBy: 'created_at', limit: 1000 });
}

/** Returns the facts of a record, each once: as linked, or the latest of each chain. */
export async function factsOf(content: ContentRecord, latestOnly: boolean, relationship?: string): Promise<NestedList<Fact>> {
  const linked = await readLinkedFacts(content.database, [content.id]);
  const chosen = linked.filter((each) => relationship === undefined || each.relationship === relationship);
  const ids = [...new Set(chosen.map((each) => (latestOnly ? each.latest.id : each.linked.id)))];
  if (ids.length === 0) return NestedList.whole<Fact>([]);
  const facts = await new Facts(content.database).list({ where: { id: { in: ids } }, limit: 1000 });
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return NestedList.whole(ids.flatMap((id) => byId.get(id) ?? []));
}

/** Returns a record's facts, links and superseded facts. */
export async function factsState(content: ContentRecord): Promise<FactsState> {
  const factLinks = await linksOf(content);
  const facts = await factsOf(content, false);
  const linked = await readLinkedFacts(content.database, [content.id]);
  const moved = new Map(linked.filter((each) => each.latest.id !== each.linked.id).map((each) => [each.factId, each.latest.id]));
  return {
    factIds: [...new Set(factLinks.map((each) => each.factId))],
    facts: [...facts],
    factLinks,
    superseded: [...moved].map(([factId, latestId]) => ({ factId, latestId })),
  };
}
