import { SYSTEM_CALL, UnavailableError, ValidationError } from '@colophon/core';
import { actingInTenant, slugFault, Tags, tagSlug } from '@colophon/tags';
import { statedLanguage } from '../../record/language.ts';
import { freeSlug } from '../../record/slugs.ts';
import { isUsableThumbnail } from '../../assets/thumbnail-use.ts';
import { keepItem, knownItems, type KnownItem } from '../../imported-items/imported-item.ts';
import { issueStated, markPublishedBefore } from '../issue-stated.ts';
import { cleanLine } from './clean-line.ts';
import { addFormerPaths, withFormerPaths } from './former-paths.ts';
import type { HtmlInput } from './html-conversion.ts';
import { NO_LANGUAGE, problemOf } from './import-report.ts';
import { rolledBack } from './rolled-back.ts';
import { ANOTHER_ITEM, importedMetadata, isOfAnotherItem } from './same-item.ts';
import { resolveLinks } from './settle-links.ts';
import type { SiteRun } from './site-run.ts';
import type { SourcePiece, SourceTag } from './source-piece.ts';

/** A piece with its final texts. */
interface ReadyPiece {
  readonly piece: SourcePiece;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

const MAXIMUM_TITLE = 1000;
const MAXIMUM_DESCRIPTION = 20_000;
const MAXIMUM_NAME = 200;
const MAXIMUM_CATEGORY = 500;
const MAXIMUM_TAGS = 200;

/**
 * Imports pieces, a batch in one transaction; if one of them fails, each in its own. Pieces unchanged since the last
 * import are skipped.
 */
export async function applyPieces(run: SiteRun, batch: readonly SourcePiece[]): Promise<void> {
  const { database } = run.contents;
  const known = await knownItems(
    database,
    run.source,
    'content',
    batch.map(({ id }) => id),
  );
  const isUnchanged = (piece: SourcePiece): boolean => known.get(piece.id)?.hash === piece.hash;
  const changed = batch.filter((piece) => !isUnchanged(piece));
  const unchanged = batch.filter(isUnchanged);
  const led = await addFormerPaths(run, unchanged, known);
  for (const piece of unchanged) {
    const before = known.get(piece.id);
    if (led.has(piece)) run.report.count(piece.sourceType, 'updated');
    else if (before) countUnchanged(run, piece, before);
  }
  const linked = await resolveLinks(run, batch);
  const ready = await readyPieces(run, changed, linked);
  if (ready.length === 0) return;
  try {
    const settled: (() => void)[] = [];
    await inTransaction(run, async () => {
      for (const each of ready) settled.push(await applyOne(run, each));
    });
    for (const settle of settled) settle();
    return;
  } catch (error) {
    if (error instanceof UnavailableError || ready.length === 0) throw error;
  }
  for (const each of ready) await applyAlone(run, each);
}

async function applyAlone(run: SiteRun, each: ReadyPiece): Promise<void> {
  try {
    let settle: (() => void) | undefined;
    await inTransaction(run, async () => {
      settle = await applyOne(run, each);
    });
    settle?.();
  } catch (error) {
    run.report.fail(problemOf(error, about(each.piece, each.title)));
  }
}

/** Converts HTML; pieces that cannot be converted are reported. */
async function readyPieces(
  { converter, report }: SiteRun,
  pieces: readonly SourcePiece[],
  linked: (piece: SourcePiece) => Record<string, string>,
): Promise<ReadyPiece[]> {
  const ready = new Map<SourcePiece, ReadyPiece>();
  const inputs: { piece: SourcePiece; input: HtmlInput }[] = [];
  for (const piece of pieces) {
    const { title, description, body } = piece;
    if (body.format === 'markdown') ready.set(piece, { piece, title, description, markdown: body.markdown });
    else
      inputs.push({
        piece,
        input: {
          html: body.html,
          linesAreParagraphs: body.linesAreParagraphs,
          addresses: { ...linked(piece), ...body.addresses },
          galleries: body.galleries,
          title,
          description,
        },
      });
  }
  const conversions = await converter.convert(inputs.map(({ input }) => input));
  for (const [index, { piece }] of inputs.entries()) {
    const conversion = conversions[index];
    if (conversion === undefined || conversion instanceof ValidationError) {
      report.fail(problemOf(conversion ?? new ValidationError('The HTML was not converted.'), about(piece, piece.title)));
      continue;
    }
    for (const [name, count] of conversion.shortcodes) report.shortcode(name, count, about(piece, conversion.title));
    for (const [name, count] of conversion.removed) report.remove(name, count);
    ready.set(piece, { piece, title: conversion.title, description: conversion.description, markdown: conversion.markdown });
  }
  return pieces.flatMap((piece) => ready.get(piece) ?? []);
}

/** Writes one piece. Runs in the ambient transaction, and returns a function that reports the result after the commit. */
async function applyOne(run: SiteRun, ready: ReadyPiece): Promise<() => void> {
  const { contents, source, report } = run;
  const { piece } = ready;
  const { database } = contents;
  // A concurrent import of the same site may have been first.
  const known = (await knownItems(database, source, 'content', [piece.id])).get(piece.id);
  if (known?.hash === piece.hash) return () => countUnchanged(run, piece, known);
  const record = known?.recordId == null ? undefined : await contents.getForUpdate(known.recordId);
  const asDraft = run.asDraft && piece.status === 'published';
  const values = {
    ...valuesOf(ready),
    tags: await tagsOf(run, piece),
    thumbnailAssetId: await pictureOf(run, piece),
  };
  if (record && known) {
    if (isOfAnotherItem(record.metadata, piece.identity)) return () => report.conflict({ ...about(piece, ready.title), ...ANOTHER_ITEM });
    if (record.rev !== known.recordRev) {
      const message = `Both the item and its record ${record.id} were changed since the last import; nothing was overwritten.`;
      return () => report.conflict({ ...about(piece, ready.title), code: 'edited_here', message });
    }
    const keepsStatus = asDraft || (known.asDraft && piece.status === 'published');
    // The address of a record never changes, because other sites link to it.
    Object.assign(record, values, {
      status: keepsStatus ? record.status : piece.status,
      metadata: { ...record.metadata, ...values.metadata },
    });
    markPublishedBefore(record, piece.corrections ?? [], contents.call);
    await record.save();
    await issueStated(record, piece.corrections ?? [], contents.call);
    await keepItem(database, source, 'content', itemOf(piece, record, keepsStatus), known);
    return () => {
      report.count(piece.sourceType, 'updated');
      for (const name of lossesOf(ready)) report.note(name);
    };
  }
  const requested = piece.slug;
  const slug = requested === '' ? '' : await freeSlug(database, { table: 'contents', tenantId: source.tenantId, context: '' }, requested);
  const created = contents.make({
    ...values,
    type: piece.type,
    slug,
    status: asDraft ? 'draft' : piece.status,
    tenantId: source.tenantId,
  } as never);
  markPublishedBefore(created, piece.corrections ?? [], contents.call);
  await created.save();
  await issueStated(created, piece.corrections ?? [], contents.call);
  await keepItem(database, source, 'content', itemOf(piece, created, asDraft), known);
  return () => {
    report.count(piece.sourceType, 'created');
    for (const name of lossesOf(ready)) report.note(name);
    if (requested !== '' && created.slug !== requested) report.rename({ id: piece.id, wanted: requested, slug: created.slug });
  };
}

function itemOf(piece: SourcePiece, { id, rev }: { id: string; rev: number }, asDraft: boolean) {
  return { itemId: piece.id, hash: piece.hash, recordId: id, recordRev: rev, asDraft };
}

function valuesOf({ piece, title, description, markdown }: ReadyPiece) {
  const { publish_date, publishAt, unpublishAt, category, authors, language, url, metadata } = piece;
  return {
    title: cleanLine(title, MAXIMUM_TITLE) || firstWords(markdown) || `${piece.sourceType} ${piece.id}`.slice(0, MAXIMUM_TITLE),
    description: cleanLine(description, MAXIMUM_DESCRIPTION) || null,
    body: markdown.replaceAll('\0', '').toWellFormed(),
    bodyFormat: 'markdown' as const,
    publish_date,
    publishAt,
    unpublishAt,
    category: category === null ? null : cleanLine(category, MAXIMUM_CATEGORY) || null,
    authors: authors
      .map((name) => cleanLine(name, MAXIMUM_NAME))
      .filter((name) => name !== '')
      .slice(0, MAXIMUM_TAGS),
    language: statedLanguage(language),
    url,
    metadata: importedMetadata(withFormerPaths(metadata, piece), piece.identity),
  };
}

/** Returns what the limits of the fields of a record do not keep, for the notes of the report. */
function lossesOf({ piece: { category, authors, tags, language }, title, description }: ReadyPiece): string[] {
  const limits: [string, readonly string[], number][] = [
    ['titles', [title], MAXIMUM_TITLE],
    ['descriptions', [description], MAXIMUM_DESCRIPTION],
    ['categories', [category ?? ''], MAXIMUM_CATEGORY],
    ['names of authors', authors, MAXIMUM_NAME],
  ];
  const shortened = limits.flatMap(([name, texts, longest]) =>
    texts.filter((text) => cleanLine(text, Infinity).length > longest).map(() => `${name} shortened to ${longest} characters`),
  );
  const isOver = Object.entries({ tags, authors }).filter(([, list]) => list.length > MAXIMUM_TAGS);
  const unknown = language !== null && statedLanguage(language) === null ? [NO_LANGUAGE] : [];
  return [...shortened, ...unknown, ...isOver.map(([name]) => `pieces with more than ${MAXIMUM_TAGS} ${name}; the others are left out`)];
}

/** Returns the slugs of the tags of a piece, creating missing tags with their parents. */
async function tagsOf({ contents: { database }, call, source }: SiteRun, piece: SourcePiece): Promise<string[]> {
  const tags = new Tags(database, actingInTenant({ ...SYSTEM_CALL, now: call.now }, source.tenantId));
  const slugs = new Set<string>();
  for (const tag of piece.tags.slice(0, MAXIMUM_TAGS)) {
    const path: SourceTag[] = [];
    for (let each: SourceTag | undefined = tag; each && path.length < 20; each = each.parent) path.unshift(each);
    let parent: string | null = null;
    for (const each of path) parent = await ensureTag(tags, each, parent);
    if (parent !== null) slugs.add(parent);
  }
  return [...slugs];
}

async function ensureTag(tags: Tags, { slug, name }: SourceTag, parent: string | null): Promise<string> {
  const requested = slug !== '' && slugFault(slug) === undefined ? slug : tagSlug(cleanLine(name, MAXIMUM_NAME) || slug);
  const [existing] = (await tags.resolveSlugs([requested])).get(requested) ?? [];
  if (existing !== undefined) return existing;
  await tags.getOrCreate(requested, undefined, cleanLine(name, MAXIMUM_NAME) || requested);
  const above = parent === null || parent === requested ? undefined : await tags.getTag(parent, 'global');
  if (above) await tags.moveTag(requested, above.slug);
  return requested;
}

/** Returns the asset for the thumbnail of a piece, if it was imported. */
async function pictureOf({ contents: { database }, source, report, dryRun }: SiteRun, { picture }: SourcePiece): Promise<string | null> {
  if (picture === undefined) return null;
  const id = (await knownItems(database, source, 'asset', [picture])).get(picture)?.recordId ?? null;
  if (id !== null && (await isUsableThumbnail(source, database, id))) return id;
  if (!dryRun) report.note('pictures that are not among the files, or of a type that browsers do not show');
  return null;
}

function countUnchanged({ report }: SiteRun, piece: SourcePiece, known: KnownItem): void {
  if (known.recordId === null) report.skip(about(piece, piece.title), 'removed_here');
  else report.count(piece.sourceType, 'unchanged');
}

function about({ id, sourceType, line }: SourcePiece, title: string) {
  return { id, type: sourceType, title, line };
}

/** The beginning of a piece without a title. */
function firstWords(markdown: string): string {
  const line =
    markdown
      .slice(0, 1000)
      .split('\n')
      .find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
  const text = cleanLine(line.replaceAll(/[#*_>`\\[\]]|\]\([^)]*\)|!?\[/g, ''), 81);
  return text.length > 80 ? `${text.slice(0, 80).replace(/\s+\S*$/, '')} …` : text;
}

function inTransaction({ contents, source, dryRun }: SiteRun, work: () => Promise<void>): Promise<void> {
  return rolledBack(dryRun, contents.database, async () => {
    await contents.database.lock(JSON.stringify(['site import', source.tenantId, source.system, source.site]));
    await work();
  });
}
