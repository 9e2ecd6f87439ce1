import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { MalformedError } from '@colophon/core';

/** The files of a folder, sorted by path, with `/` between segments. */
export interface FolderFiles {
  /** The folder itself, with every link on the way to it resolved. */
  readonly root: string;
  readonly markdown: readonly string[];
  /** Files that are not Markdown, Markdown files whose name begins with a dot, and links to files inside the folder. */
  readonly passedOver: readonly string[];
  /** Links that leave the folder, and broken links. */
  readonly refused: readonly string[];
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const MAXIMUM_DEPTH = 50;

/**
 * Finds the Markdown files of a folder and the folders below it. Names that begin with a dot are skipped: folders and files of tools
 * silently, Markdown files not, as someone wrote them. Links are never followed.
 *
 * @throws MalformedError if the folder does not exist
 */
export async function walkFolder(dir: string): Promise<FolderFiles> {
  const root = await realpath(dir).catch(() => undefined);
  if (root === undefined || !(await lstat(root)).isDirectory()) {
    throw new MalformedError(`${dir} is not a folder.`, { code: 'no_such_folder', hint: 'Specify a folder that contains Markdown files.' });
  }
  const markdown: string[] = [];
  const refused: string[] = [];
  const passedOver: string[] = [];
  const visit = async (segments: readonly string[]): Promise<void> => {
    for (const entry of await readdir(join(root, ...segments), { withFileTypes: true })) {
      const path = [...segments, entry.name];
      if (entry.name.startsWith('.')) {
        if (!entry.isDirectory() && MARKDOWN.test(entry.name)) passedOver.push(path.join('/'));
        continue;
      }
      if (entry.isDirectory() && path.length <= MAXIMUM_DEPTH) await visit(path);
      else if (entry.isSymbolicLink() && !(await isInside(root, path))) refused.push(path.join('/'));
      else if (entry.isFile() && MARKDOWN.test(entry.name)) markdown.push(path.join('/'));
      else passedOver.push(path.join('/'));
    }
  };
  await visit([]);
  return {
    root,
    markdown: markdown.toSorted(byCodeUnit),
    passedOver: passedOver.toSorted(byCodeUnit),
    refused: refused.toSorted(byCodeUnit),
  };
}

async function isInside(root: string, path: readonly string[]): Promise<boolean> {
  const target = await realpath(join(root, ...path)).catch(() => undefined);
  return target !== undefined && target.startsWith(root + sep);
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
