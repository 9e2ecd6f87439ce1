import { join } from 'node:path';
import type { FolderFiles, RefusedPath } from '../walk-folder.ts';
import { walkFolder } from '../walk-folder.ts';
import type { SiteSettings } from './site-settings.ts';

/** A file of a site that may become a piece. */
export interface SitePage {
  /** Relative to the content folder, with `/` between segments. */
  readonly file: string;
  readonly sourceType: 'post' | 'page' | 'draft' | 'section' | 'collection';
  /** Folders that classify it: a Hugo section, the categories above Jekyll's `_posts`. */
  readonly categories: readonly string[];
  readonly language: string | null;
  readonly isHtml: boolean;
  /** The name from which date, slug and title are derived, without its language. */
  readonly name: string;
  /** Files that belong to it only: the other files of its page bundle. */
  readonly resources: readonly string[];
}

/** The files of a site. */
export interface SiteFiles {
  readonly root: string;
  readonly pages: readonly SitePage[];
  /** Markdown files that are not pieces: partials, layouts, files of a bundle. */
  readonly notPages: readonly string[];
  /** The number of posts recognized by the date in their name only, not by their folder. */
  readonly postsByName: number;
  /** Pieces in the other formats that the generator knows. */
  readonly otherFormats: readonly string[];
  /** The number of HTML pages that are not pieces. */
  readonly htmlPages: number;
  readonly otherFiles: number;
  readonly refused: readonly RefusedPath[];
}

const OTHER_FORMAT = /\.(?:adoc|asc|asciidoc|ad|org|pandoc|pdc|rst|textile)$/i;
const HTML = /\.html?$/i;
/** Folders with generated files or parts of the generator. */
const NOT_CONTENT = new Set(['node_modules', 'vendor']);
/** `2014-03-12-slug.md` */
const POST_NAME = /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}-[^/]+$/;

/** Finds the pieces of a site in the folders of its generator. @throws MalformedError if there is no such folder */
export async function findSiteFiles(dir: string, settings: SiteSettings): Promise<SiteFiles> {
  const walked = await walkFolder(join(dir, settings.contentDir));
  return settings.generator === 'hugo' ? hugoFiles(walked, settings) : jekyllFiles(walked, settings);
}

function jekyllFiles({ root, markdown, passedOver, refused }: FolderFiles, { collections }: SiteSettings): SiteFiles {
  const [pages, notPages]: [SitePage[], string[]] = [[], []];
  let postsByName = 0;
  const html = passedOver.filter((file) => /\.html?$/i.test(file) && /(?:^|\/)_(?:posts|drafts)\//.test(file));
  for (const file of [...markdown, ...html]) {
    const folders = file.split('/').slice(0, -1);
    const at = folders.findIndex((folder) => folder === '_posts' || folder === '_drafts');
    const hidden = folders.find((folder) => folder.startsWith('_') || NOT_CONTENT.has(folder));
    const about = { file, name: file, language: null, isHtml: html.includes(file), resources: [] };
    if (at >= 0 && hidden === folders[at]) {
      const sourceType = folders[at] === '_drafts' ? ('draft' as const) : ('post' as const);
      pages.push({ ...about, sourceType, categories: folders.slice(0, at) });
    } else if (hidden === undefined) {
      const isPost = POST_NAME.test(file);
      if (isPost) postsByName += 1;
      pages.push({ ...about, sourceType: isPost ? 'post' : 'page', categories: [] });
    } else if (hidden === folders[0] && collections.has(hidden.slice(1))) {
      pages.push({ ...about, sourceType: 'collection', categories: [hidden.slice(1)] });
    } else {
      notPages.push(file);
    }
  }
  const others = passedOver.filter((file) => !html.includes(file));
  // Elsewhere in a site such files are documentation, or parts of its theme.
  const otherFormats = others.filter((file) => OTHER_FORMAT.test(file) && folderOfPieces(file, collections));
  const htmlPages = others.filter((file) => HTML.test(file)).length;
  return {
    root,
    pages,
    notPages,
    postsByName,
    otherFormats,
    htmlPages,
    otherFiles: others.length - otherFormats.length - htmlPages,
    refused,
  };
}

/** Whether a file is in a folder of posts, drafts or a collection. */
function folderOfPieces(file: string, collections: ReadonlySet<string>): boolean {
  const folders = file.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => folder.startsWith('_') || NOT_CONTENT.has(folder));
  const name = folders[at] ?? '';
  return name === '_posts' || name === '_drafts' || (at === 0 && collections.has(name.slice(1)));
}

function hugoFiles({ root, markdown, passedOver, refused }: FolderFiles, { languages }: SiteSettings): SiteFiles {
  const html = new Set(passedOver.filter((file) => /\.html?$/i.test(file)));
  const candidates = [...markdown, ...html];
  const bundles = new Set(
    candidates
      .filter((file) => /(?:^|\/)index(?:\.[\w-]+)?\.[^./]+$/i.test(file))
      .map(folderOf)
      .filter((folder) => folder !== ''),
  );
  const bundleOf = (file: string): string | undefined => {
    for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) if (bundles.has(folder)) return folder;
    return undefined;
  };
  const resources = Map.groupBy(
    passedOver.filter((file) => !html.has(file)),
    (file) => bundleOf(file) ?? '',
  );
  const [pages, notPages]: [SitePage[], string[]] = [[], []];
  let postsByName = 0;
  for (const file of candidates) {
    const bundle = bundleOf(file);
    const { name, language } = languageOfName(file, languages);
    const isIndex = /(?:^|\/)index\.[^./]+$/i.test(name);
    if (bundle !== undefined && !(isIndex && folderOf(file) === bundle)) {
      notPages.push(file);
      continue;
    }
    const folders = (bundle === undefined ? folderOf(file) : folderOf(bundle)).split('/').filter((folder) => folder !== '');
    const isPostByName = bundle === undefined && folders.length === 0 && POST_NAME.test(file);
    if (isPostByName) postsByName += 1;
    const isSection = /(?:^|\/)_index\.[^./]+$/i.test(name);
    pages.push({
      file,
      name,
      language,
      sourceType: isSection ? 'section' : folders.length > 0 || isPostByName ? 'post' : 'page',
      categories: isSection ? [] : folders,
      isHtml: html.has(file),
      resources: (bundle === undefined ? undefined : resources.get(bundle)) ?? [],
    });
  }
  const others = resources.get('') ?? [];
  const otherFormats = others.filter((file) => OTHER_FORMAT.test(file));
  return { root, pages, notPages, postsByName, otherFormats, htmlPages: 0, otherFiles: others.length - otherFormats.length, refused };
}

/** `about.fr.md` is `about.md` in French, if the site has that language. */
function languageOfName(file: string, languages: ReadonlySet<string>): { name: string; language: string | null } {
  const [, before = '', language = '', extension = ''] = /^(.*)\.([\w-]{2,12})(\.[^./]+)$/s.exec(file) ?? [];
  return languages.has(language) ? { name: before + extension, language } : { name: file, language: null };
}

function folderOf(file: string): string {
  const end = file.lastIndexOf('/');
  return end < 0 ? '' : file.slice(0, end);
}
