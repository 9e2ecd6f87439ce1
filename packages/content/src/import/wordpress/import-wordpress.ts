import { MalformedError } from '@colophon/core';
import { applyFiles, type FileWishes } from '../site/apply-files.ts';
import { applyPieces } from '../site/apply-pieces.ts';
import type { SiteRun } from '../site/site-run.ts';
import type { ItemName, ItemProblem } from '../site/import-report.ts';
import { languageOf } from '../site/language-of.ts';
import { siteAddress } from '../site/site-address.ts';
import { SiteLinks } from '../site/site-links.ts';
import type { SourceFile, SourcePiece } from '../site/source-piece.ts';
import { WxrGalleries } from './galleries.ts';
import { fileOf, itemId, itemType, pieceOf, skipReason, type WxrSite } from './piece-of-item.ts';
import { WxrReader } from './read-wxr.ts';
import type { WxrEvent, WxrItem } from './wxr-item.ts';
import { WxrTerms } from './wxr-terms.ts';

const BATCH = 50;
/** The maximum number of body characters in a batch. */
const BATCH_SIZE = 500_000;

/** The data of an export that must be read before its pieces: site, authors and terms. */
export interface WxrHead {
  readonly version: string;
  readonly address: string;
  readonly language: string | null;
  readonly terms: WxrTerms;
  readonly authors: ReadonlyMap<string, string>;
  readonly items: number;
  readonly galleries: WxrGalleries;
  readonly links: SiteLinks;
}

/**
 * Reads an export once, to collect what its pieces need from the entire file.
 *
 * @param also post types besides `post` and `page` that become articles
 * @throws MalformedError `not_an_export`, `doctype`, `unknown_version` or `bad_site`
 */
export async function readHead(
  file: string,
  also: ReadonlySet<string>,
  { site, signal }: { readonly site?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<WxrHead> {
  const given = site === undefined ? '' : siteAddress(site);
  const reader = new WxrReader(file);
  const [fields, terms, authors] = [new Map<string, string>(), new WxrTerms(), new Map<string, string>()];
  const [galleries, links] = [new WxrGalleries(), new SiteLinks()];
  let items = 0;
  for await (const event of reader.events()) {
    if (event.kind === 'problem') items += 1;
    else if (event.kind === 'item') {
      items += 1;
      galleries.ask(event.item);
      if (skipReason(event.item, also) === undefined)
        links.add(itemId(event.item), event.item.fields.get('link')?.trim() ?? '', addressIn(fields) || given);
      signal?.throwIfAborted();
    } else if (event.kind === 'term') terms.add(event.term);
    else if (event.kind === 'author') authors.set(event.author.login, event.author.name);
    else if (!fields.has(event.name)) fields.set(event.name, event.value);
  }
  const { version } = reader;
  if (version === undefined) {
    throw new MalformedError(
      'The file is not a WordPress export: it contains no element in the namespace http://wordpress.org/export/1.2/.',
      {
        code: 'not_an_export',
        hint: 'Create one in WordPress under Tools, Export.',
      },
    );
  }
  return {
    version: fields.get('wp:wxr_version') || version,
    address: addressIn(fields) || given,
    language: languageOf(fields.get('language') ?? ''),
    terms,
    authors,
    items,
    galleries,
    links,
  };
}

function addressIn(fields: ReadonlyMap<string, string>): string {
  return fields.get('wp:base_blog_url') || fields.get('wp:base_site_url') || fields.get('link') || '';
}

/** Imports the attachments of an export, then its pieces. The file is read twice more, each time in bounded memory. */
export async function importWordpress(
  run: SiteRun,
  { file, head, also, wishes }: { file: string; head: WxrHead; also: ReadonlySet<string>; wishes: FileWishes },
  onItem: () => void,
): Promise<void> {
  const { report } = run;
  await inBatches<SourceFile>(run, file, {
    pick: (item) => (itemType(item) === 'attachment' ? fileOf(item) : undefined),
    apply: (batch) => applyFiles(run, batch, wishes),
    onItem: (item) => {
      if (itemType(item) !== 'attachment') return;
      head.galleries.keep(item);
      onItem();
    },
  });
  const site: WxrSite = {
    name: run.source.site,
    language: head.language,
    terms: head.terms,
    authors: head.authors,
    stored: wishes.stored,
    linksIn: (html) => head.links.in(html, head.address),
    galleriesOf: (item) => head.galleries.of(item, wishes.stored),
    also,
    now: run.call.now(),
  };
  const reader = await inBatches<SourcePiece>(run, file, {
    pick: (item) => {
      if (itemType(item) === 'attachment') return undefined;
      if (!item.fields.has('wp:post_type')) {
        report.fail({ ...nameOf(item), code: 'no_type', message: 'The item states no type (wp:post_type): a part of it is missing.' });
        return undefined;
      }
      const reason = skipReason(item, also);
      if (item.comments > 0) report.note('comments left out', item.comments);
      if (item.otherMeta > 0) report.note('custom fields left out', item.otherMeta);
      if (item.unknownElements > 0) report.note('elements of unknown namespaces left out', item.unknownElements);
      if (reason === undefined) return pieceOf(item, site, (name) => report.note(name));
      report.skip(nameOf(item), reason);
      return undefined;
    },
    apply: (batch) => applyPieces(run, batch),
    onItem: (item) => {
      if (itemType(item) !== 'attachment') onItem();
    },
    onProblem: (problem) => {
      report.fail(problem);
      onItem();
    },
  });
  report.endedEarly = reader.endedEarly;
  for (const term of head.terms.leftOut()) report.leaveOutTerm(term);
  if (head.terms.meta > 0) report.note('custom fields of categories and tags left out', head.terms.meta);
  if (reader.repaired > 0) report.note('XML errors repaired', reader.repaired);
  report.noteCharacters(reader.characters);
}

function nameOf(item: WxrItem): ItemName {
  return { id: itemId(item), type: itemType(item), title: item.fields.get('title')?.trim() ?? '', line: item.line };
}

const SAME_ID = { code: 'same_id_twice', message: 'A different item before it has the same id; this one was not imported.' } as const;

interface Reading<T> {
  readonly pick: (item: WxrItem) => T | undefined;
  readonly apply: (batch: readonly T[]) => Promise<void>;
  readonly onItem: (item: WxrItem) => void;
  readonly onProblem?: (problem: ItemProblem) => void;
}

/**
 * Reads the items of a file, maps each with `pick`, and applies the results in batches. Only the first item with an id is applied: a
 * copy of it is skipped, and a different one with the same id fails.
 */
async function inBatches<T extends SourceFile | SourcePiece>(
  run: SiteRun,
  file: string,
  { pick, apply, onItem, onProblem }: Reading<T>,
): Promise<WxrReader> {
  const reader = new WxrReader(file);
  const seen = new Map<string, string>();
  let [batch, size] = [[] as T[], 0];
  const flush = async (): Promise<void> => {
    run.call.signal?.throwIfAborted();
    const current = batch;
    [batch, size] = [[], 0];
    if (current.length > 0) await apply(current);
  };
  for await (const event of reader.events()) {
    if (event.kind === 'problem') onProblem?.(event.problem);
    const item = itemOf(event);
    const picked = item && pick(item);
    if (item) onItem(item);
    if (!item || !picked) continue;
    const id = itemId(item);
    const first = seen.get(id);
    if (first !== undefined) {
      if (first === picked.hash) run.report.skip(nameOf(item), 'same_id_twice');
      else run.report.fail({ ...nameOf(item), ...SAME_ID });
      continue;
    }
    seen.set(id, picked.hash);
    batch.push(picked);
    size += 'body' in picked && picked.body.format === 'html' ? picked.body.html.length : 1000;
    if (batch.length >= BATCH || size >= BATCH_SIZE) await flush();
  }
  await flush();
  return reader;
}

function itemOf(event: WxrEvent): WxrItem | undefined {
  return event.kind === 'item' ? event.item : undefined;
}
