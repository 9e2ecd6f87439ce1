import { ColophonError, UnavailableError } from '@colophon/core';
import { contentAddress } from '../../feeds/content-addresses.ts';
import { keepItem, knownItems } from '../../imported-items/imported-item.ts';
import type { SiteRun } from './site-run.ts';
import type { SourceLink, SourcePiece } from './source-piece.ts';

const AT_ONCE = 500;

/** Splits links of pieces into those whose target exists, with their replacements, and those that wait until it does. */
export async function resolveLinks(run: SiteRun, pieces: readonly SourcePiece[]): Promise<(piece: SourcePiece) => Record<string, string>> {
  const addresses = await addressesOf(
    run,
    pieces.flatMap(({ links = [] }) => links.map(({ id }) => id)),
  );
  for (const { id, links = [] } of pieces)
    run.waitingLinks.add(
      id,
      links.filter((link) => !addresses.has(link.id)),
    );
  return ({ links = [] }) =>
    Object.fromEntries(
      links.flatMap(({ id, address, fragment }) => {
        const newAddress = addresses.get(id);
        return newAddress === undefined ? [] : [[address, newAddress + fragment]];
      }),
    );
}

/** Rewrites waiting links in pieces that were not edited since. Links to pieces that were not imported stay as they are. */
export async function settleLinks(run: SiteRun): Promise<void> {
  const waiting = run.waitingLinks.entries();
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    run.call.signal?.throwIfAborted();
    const batch = waiting.slice(start, start + AT_ONCE);
    const addresses = await addressesOf(
      run,
      batch.flatMap(([, links]) => links.map(({ id }) => id)),
    );
    for (const [id, links] of batch) {
      const matching = links.filter((link) => addresses.has(link.id));
      if (matching.length > 0) await changeLinks(run, id, matching, addresses);
    }
  }
}

async function changeLinks(
  { contents, source, report }: SiteRun,
  id: string,
  links: readonly SourceLink[],
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  try {
    await contents.database.transaction(async () => {
      const known = (await knownItems(contents.database, source, 'content', [id])).get(id);
      const record = known?.recordId == null ? undefined : await contents.getForUpdate(known.recordId);
      if (!record || !known || record.rev !== known.recordRev) return;
      let { body } = record;
      for (const { id: target, address, fragment } of links) body = withLink(body, address, (addresses.get(target) ?? '') + fragment);
      if (body === record.body) return;
      record.body = body;
      await record.save();
      const { hash, asDraft } = known;
      await keepItem(
        contents.database,
        source,
        'content',
        { itemId: id, hash, recordId: record.id, recordRev: record.rev, asDraft },
        known,
      );
    });
  } catch (error) {
    if (!(error instanceof ColophonError) || error instanceof UnavailableError) throw error;
    report.note('pieces whose links still lead to the other site, because the piece could not be saved');
  }
}

/** Returns the addresses of the imported pieces, by their ids. */
async function addressesOf({ contents, source }: SiteRun, ids: readonly string[]): Promise<Map<string, string>> {
  const uniqueIds = [...new Set(ids)];
  const addresses = new Map<string, string>();
  for (let start = 0; start < uniqueIds.length; start += AT_ONCE) {
    const query = contents.database.dialect.builder
      .selectFrom('imported_items as item')
      .innerJoin('contents as content', 'content.id', 'item.contentId')
      .select(['item.itemId as itemId', 'content.id as id', 'content.type as type', 'content.slug as slug', 'content.context as context'])
      .where('item.system', '=', source.system)
      .where('item.site', '=', source.site)
      .where('item.kind', '=', 'content')
      .where('item.itemId', 'in', uniqueIds.slice(start, start + AT_ONCE))
      .where('item.tenantId', source.tenantId === null ? 'is' : '=', source.tenantId);
    for (const row of await contents.database.all(query.compile())) {
      const of = (name: string): string => String(row[name]);
      const piece = { id: of('id'), type: of('type'), slug: of('slug'), context: of('context'), tenantId: source.tenantId };
      addresses.set(of('itemId'), contentAddress(contents.database, piece));
    }
  }
  return addresses;
}

/** Rewrites links from one address to another in Markdown; a bare address becomes the text of its link. */
function withLink(markdown: string, from: string, to: string): string {
  // Characters of an address may be escaped.
  const pattern = from.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => String.raw`\\?\u{${sign.codePointAt(0)?.toString(16)}}`);
  return markdown
    .replaceAll(new RegExp(String.raw`(\]\(<?)${pattern}(?=[>)\s])`, 'gu'), (_whole, before: string) => before + to)
    .replaceAll(new RegExp(`<${pattern}>`, 'gu'), () => `[${from}](${to})`);
}
