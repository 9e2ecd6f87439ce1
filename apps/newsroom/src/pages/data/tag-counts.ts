import type { Call, Database } from '@colophon/core';
import { shownSlug } from '@colophon/tags';
import type { ReadMark } from '../read-marks.ts';

/** The number of pieces visible to readers, of the tenant and global ones, by the slug of their tags. */
export type TagCounts = ReadonlyMap<string, number>;

interface Kept {
  readonly counts: TagCounts;
  readonly countedAt: number;
  /** What had been written when it was counted. */
  readonly mark: ReadMark;
}

interface OfTenant {
  kept: Kept | undefined;
  counting: Promise<TagCounts> | undefined;
}

/** From so many uses on, counting takes tens of milliseconds: the counts are kept. */
const LARGE = 20_000;
/** In milliseconds: until then the counts are not counted again. */
const FRESH_MS = 10_000;
/** Until then they are still shown, while they are counted again; browsers keep the page as long. */
const SHOWN_MS = 60_000;

const known = new WeakMap<Database, Map<string | null, OfTenant>>();
const older = new WeakSet<Call>();

/** Returns whether a call was answered with counts from before a write: its page must not be remembered as that of now. */
export function usedOlderCounts(call: Call): boolean {
  return older.has(call);
}

/**
 * Returns the number of pieces visible to readers, per tag. On a site with many pieces, where each count reads all of them, it is up to a
 * minute old, and counted once for all who ask.
 */
export async function countsOf(database: Database, call: Call): Promise<TagCounts> {
  const { tenantId } = call.caller;
  const tenants = known.get(database) ?? new Map<string | null, OfTenant>();
  known.set(database, tenants);
  const own = tenants.get(tenantId) ?? { kept: undefined, counting: undefined };
  tenants.set(tenantId, own);
  const mark = await database.dataMark();
  const now = call.now().getTime();
  const { kept } = own;
  const age = kept ? now - kept.countedAt : Infinity;
  if (kept && age >= 0 && kept.mark === mark && !(await becameDue(database, kept.countedAt, now))) return kept.counts;
  const countAgain = async (): Promise<TagCounts> => {
    const counts = await count(database, call);
    own.kept = usesIn(counts) >= LARGE ? { counts, countedAt: now, mark } : undefined;
    return counts;
  };
  if (!kept || age < 0 || age >= SHOWN_MS) return countAgain();
  older.add(call);
  if (age >= FRESH_MS) {
    // What fails now is tried again by the next request.
    own.counting ??= countAgain().finally(() => (own.counting = undefined));
    own.counting.catch(() => undefined);
  }
  return kept.counts;
}

/** Whether a piece became visible between two times without a write. */
async function becameDue(database: Database, from: number, until: number): Promise<boolean> {
  // Lists compare by the whole second.
  const [after, to] = [from - 1000, until].map((each) => database.dialect.encode('datetime', new Date(each).toISOString()));
  const query = database.dialect.builder
    .selectFrom('contents')
    .select('id')
    .where('status', '=', 'published')
    .where('publish_date', '>', after)
    .where('publish_date', '<=', to)
    .limit(1);
  return (await database.first(query.compile())) !== undefined;
}

function usesIn(counts: TagCounts): number {
  return counts.values().reduce((sum, each) => sum + each, 0);
}

/**
 * The number of pieces visible to readers, per tag. Of a site that shows most of its pieces, the uses of the others are taken from all uses,
 * which one index has.
 */
async function count(database: Database, call: Call): Promise<TagCounts> {
  const { builder } = database.dialect;
  const [visible, all] = await Promise.all([
    numberOf(database, piecesThatAre('visible', database, call)),
    numberOf(database, builder.selectFrom('contents')),
  ]);
  const query = (all - visible) * 2 < visible ? usesWithoutHidden(database, call) : usesBy('visible', database, call);
  const rows = await database.all({ ...query.compile(), repeatable: true, long: true });
  const counts = new Map<string, number>();
  for (const row of rows) {
    // A tenant's tag and a global one with the same slug are one topic on its pages.
    const slug = shownSlug(String(row['slug']));
    counts.set(slug, (counts.get(slug) ?? 0) + Number(row['count']));
  }
  return counts;
}

async function numberOf(database: Database, pieces: ReturnType<typeof piecesThatAre>): Promise<number> {
  const query = pieces.select(({ fn }) => fn.countAll().as('count')).compile();
  return Number((await database.first({ ...query, repeatable: true, long: true }))?.['count']);
}

/** SQLite reads the pieces from one index that contains all compared columns; by the status alone, it would read each piece in full. */
function piecesThatAre(what: 'visible' | 'hidden', { dialect }: Database, call: Call) {
  const { tenantId } = call.caller;
  const date = dialect.unindexed('publish_date');
  return dialect.builder.selectFrom('contents').where((each) => {
    const visible = each.and([
      each(dialect.unindexed('status'), '=', 'published'),
      each('type', '!=', 'mirror'),
      each.or([each(date, 'is', null), each(date, '<=', toTheSecond(call))]),
      each.or([each('tenantId', 'is', null), ...(tenantId === null ? [] : [each('tenantId', '=', tenantId)])]),
    ]);
    return what === 'visible' ? visible : each.not(visible);
  });
}

/** The uses of tags by these pieces: first the pieces, then the tags of each. */
function usesBy(what: 'visible' | 'hidden', database: Database, call: Call) {
  const { builder } = database.dialect;
  return builder
    .selectFrom(piecesThatAre(what, database, call).select('id').as('content'))
    .crossJoin('content_tags as use')
    .select(['use.tag_slug as slug', builder.fn.countAll().as('count')])
    .whereRef('use.content_id', '=', 'content.id')
    .groupBy('use.tag_slug');
}

function usesWithoutHidden(database: Database, call: Call) {
  const { builder } = database.dialect;
  const all = builder
    .selectFrom('content_tags')
    .select(['tag_slug as slug', builder.fn.countAll().as('count')])
    .groupBy('tag_slug');
  const hidden = builder
    .selectFrom(usesBy('hidden', database, call).as('use'))
    .select('use.slug as slug')
    .select((each) => each.neg('use.count').$castTo<number>().as('count'));
  const total = builder.fn.sum('count');
  return builder
    .selectFrom(all.unionAll(hidden).as('uses'))
    .select(['slug', total.as('count')])
    .groupBy('slug')
    .having(total, '>', 0);
}

/** Cached for a second, unless something was written. */
function toTheSecond(call: Call): string {
  return new Date(Math.floor(call.now().getTime() / 1000) * 1000).toISOString();
}
