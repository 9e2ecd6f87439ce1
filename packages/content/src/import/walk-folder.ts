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
  /** What was not read: links that leave the folder, broken links, and folders that cannot be read or are too deep. */
  readonly refused: readonly RefusedPath[];
}

/** A path of a folder that was not read, and the reason. */
export interface RefusedPath {
  readonly file: string;
  readonly code: 'link_out_of_folder' | 'too_deep' | 'unreadable';
  readonly message: string;
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const MAXIMUM_DEPTH = 50;
const TOO_DEEP = { code: 'too_deep', message: `The folder is more than ${MAXIMUM_DEPTH} levels deep; nothing in it was read.` } as const;
const LINK = { code: 'link_out_of_folder', message: 'The link points outside the folder.' } as const;

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
  const refused: RefusedPath[] = [];
  const passedOver: string[] = [];
  const visit = async (segments: readonly string[]): Promise<void> => {
    const entries = await readdir(join(root, ...segments), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      const message = `The folder cannot be read (${error.code ?? error.message}).`;
      refused.push({ file: segments.join('/') || '.', code: 'unreadable', message });
      return [];
    });
    for (const entry of entries) {
      const path = [...segments, entry.name];
      if (entry.name.startsWith('.')) {
        if (!entry.isDirectory() && MARKDOWN.test(entry.name)) passedOver.push(path.join('/'));
        continue;
      }
      const file = path.join('/');
      if (entry.isDirectory() && path.length > MAXIMUM_DEPTH) refused.push({ file, ...TOO_DEEP });
      else if (entry.isDirectory()) await visit(path);
      else if (entry.isSymbolicLink() && !(await isInside(root, path))) refused.push({ file, ...LINK });
      else if (entry.isFile() && MARKDOWN.test(entry.name)) markdown.push(path.join('/'));
      else passedOver.push(path.join('/'));
    }
  };
  await visit([]);
  return {
    root,
    markdown: markdown.toSorted(byCodeUnit),
    passedOver: passedOver.toSorted(byCodeUnit),
    refused: refused.toSorted((a, b) => byCodeUnit(a.file, b.file)),
  };
}

async function isInside(root: string, path: readonly string[]): Promise<boolean> {
  const target = await realpath(join(root, ...path)).catch(() => undefined);
  return target !== undefined && target.startsWith(root + sep);
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
