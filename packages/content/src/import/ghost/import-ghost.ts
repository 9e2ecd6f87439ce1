import { applyFiles, type FileWishes } from '../site/apply-files.ts';
import { applyPieces } from '../site/apply-pieces.ts';
import type { SiteRun } from '../site/site-run.ts';
import { SiteLinks } from '../site/site-links.ts';
import type { SourceFile, SourcePiece } from '../site/source-piece.ts';
import { type GhostData, textOf } from './ghost-data.ts';
import { addressOfPost, isWithoutHtml, pictureOf, pieceOfPost, postId, postType, tagsLeftOut } from './piece-of-post.ts';

const BATCH = 50;
const NOT_HTML = { code: 'body_not_html', message: 'The export contains its text only in the format of an editor, not as HTML.' } as const;
const SAME_ID = { code: 'same_id_twice', message: 'A different post before it has the same id; this one was not imported.' } as const;

/** Imports the images and the posts of a Ghost export. */
export async function importGhost(run: SiteRun, data: GhostData, wishes: FileWishes, onItem: () => void): Promise<void> {
  const { report } = run;
  const pictures = new Map(data.posts.flatMap((row) => [pictureOf(row)]).flatMap((file) => (file ? [[file.id, file] as const] : [])));
  for (const batch of batchesOf([...pictures.values()])) {
    run.call.signal?.throwIfAborted();
    await applyFiles(run, batch satisfies readonly SourceFile[], wishes);
  }
  report.endedEarly = data.endedEarly;
  if (data.codeInjection > 0) report.note('code injection of the site left out', data.codeInjection);
  report.noteCharacters(data.characters);
  for (const problem of data.problems) report.fail(problem);
  const links = new SiteLinks();
  for (const row of data.posts) if (!isWithoutHtml(row)) links.add(postId(row), addressOfPost(row, data), data.address);
  const context = { site: run.source.site, links, stored: wishes.stored, now: run.call.now(), note: (name: string) => report.note(name) };
  const pieces = new Map<string, SourcePiece>();
  for (const row of data.posts) {
    const type = postType(row);
    onItem();
    if (textOf(row, 'codeinjection_head') + textOf(row, 'codeinjection_foot') !== '') report.note('code injection of pieces left out');
    const name = { id: postId(row), type, title: textOf(row, 'title') };
    if (isWithoutHtml(row)) {
      report.fail({ ...name, ...NOT_HTML });
      continue;
    }
    const piece = pieceOfPost(row, data, context);
    const first = pieces.get(piece.id);
    if (!first) pieces.set(piece.id, piece);
    else if (first.hash === piece.hash) report.skip(name, 'same_id_twice');
    else report.fail({ ...name, ...SAME_ID });
  }
  for (const term of tagsLeftOut(data, [...pieces.keys()])) report.leaveOutTerm(term);
  for (const batch of batchesOf([...pieces.values()])) {
    run.call.signal?.throwIfAborted();
    await applyPieces(run, batch);
  }
}

function batchesOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) => items.slice(index * BATCH, (index + 1) * BATCH));
}
