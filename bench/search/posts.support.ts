import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringToContent } from '@colophon/content';

/** A post of the corpus. */
export interface Post {
  readonly slug: string;
  readonly title: string;
  readonly description: string | null;
  readonly body: string;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly date: string;
}

/** A query, and the posts that answer it with their grades. */
export interface Judged {
  readonly query: string;
  readonly grades: ReadonlyMap<string, number>;
  /** Posts that do not count, such as the one that the query was taken from. */
  readonly without: ReadonlySet<string>;
}

const NAME = /^(\d{4}-\d{2}-\d{2})-(.+)\.md$/;

/** Reads posts of Jekyll: Markdown with front matter, named `2015-03-11-slug.md`. */
export async function readPosts(folder: string): Promise<Post[]> {
  const posts: Post[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const [, date, slug] = NAME.exec(file) ?? [];
    if (date === undefined || slug === undefined) continue;
    try {
      const content = stringToContent(await readFile(join(folder, file), 'utf8'));
      const values = content as unknown as Readonly<Record<string, unknown>>;
      const listOf = (name: string): string[] => (Array.isArray(values[name]) ? values[name].map(String) : []);
      const textIn = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined);
      posts.push({
        slug: slug.toLowerCase(),
        title: textIn('title') ?? slug,
        description: textIn('description') ?? null,
        body: textIn('body') ?? '',
        tags: listOf('tags'),
        authors: listOf('authors'),
        date: `${date}T12:00:00.000Z`,
      });
    } catch {
      // A few have front matter that is no YAML.
    }
  }
  return [...new Map(posts.map((post) => [post.slug, post])).values()];
}

const STOP = new Set(
  'a an and the of to in on for is are was we our you your it this that with by from at as how what here more blog post read'.split(' '),
);

/** The sets of judged queries: texts of links between posts, with words inflected and mistyped, names of tags, and those graded by hand. */
export function judgedSets(posts: readonly Post[], graded: readonly Judged[]): ReadonlyMap<string, readonly Judged[]> {
  const links = linksBetween(posts);
  const titles = new Map(posts.map(({ slug, title }) => [slug, bare(title)]));
  const notTitles = links.filter(({ query, grades }) => ![...grades.keys()].some((slug) => titles.get(slug) === bare(query)));
  return new Map([
    ['link texts', links],
    ['… not the title', notTitles],
    ['… one word inflected', changedQueries(links, inflected)],
    ['… one mistake', changedQueries(links, mistaken)],
    ['names of tags', tagsOf(posts)],
    ['graded by hand', graded],
  ]);
}

function linksBetween(posts: readonly Post[]): readonly Judged[] {
  const slugs = new Set(posts.map(({ slug }) => slug));
  const found = new Map<string, { query: string; grades: Map<string, number>; without: Set<string> }>();
  for (const { slug: from, body } of posts) {
    for (const [, text = '', address = ''] of body.matchAll(/(?<!!)\[([^\]]{4,120})\]\(([^)]+)\)/g)) {
      const target = /\/20\d\d\/\d\d\/\d\d\/([^/"#?]+)/.exec(address)?.[1]?.toLowerCase();
      if (target === undefined || target === from || !slugs.has(target) || !/18f\.gsa\.gov|\{\{|^\//.test(address)) continue;
      const query = text
        .replaceAll(/[*_`“”"]|\s+/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const content = wordsOf(query).filter((word) => !STOP.has(word));
      if (content.length < 2 || content.length > 7) continue;
      const key = bare(query);
      const judged = found.get(key) ?? { query, grades: new Map<string, number>(), without: new Set<string>() };
      judged.grades.set(target, 1);
      judged.without.add(from);
      found.set(key, judged);
    }
  }
  return [...found.values()];
}

function tagsOf(posts: readonly Post[]): readonly Judged[] {
  const byTag = new Map<string, Map<string, number>>();
  for (const { slug, tags } of posts) for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? new Map<string, number>()).set(slug, 1));
  return [...byTag]
    .filter(([, grades]) => grades.size >= 5 && grades.size <= 300)
    .map(([query, grades]) => ({ query, grades, without: new Set<string>() }));
}

function changedQueries(judged: readonly Judged[], change: (word: string, random: number) => string | undefined): readonly Judged[] {
  return judged.flatMap((each) => {
    const words = each.query.split(' ');
    const at = words.map((word, index) => ({ word, index })).filter(({ word }) => /^[a-z]{5,}$/.test(word) && !STOP.has(word));
    const chosen = at[hashOf(each.query) % Math.max(1, at.length)];
    const changed = chosen && change(chosen.word, hashOf(`${each.query} ${chosen.word}`));
    return changed === undefined
      ? []
      : [{ ...each, query: words.map((word, index) => (index === chosen?.index ? changed : word)).join(' ') }];
  });
}

/** Another inflection, as a reader might type it. */
function inflected(word: string): string | undefined {
  if (/(?:ss|us|is|ly|th)$/.test(word)) return undefined;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('s')) return word.slice(0, -1);
  if (word.endsWith('ing')) return `${word.slice(0, -3)}ed`;
  if (word.endsWith('ed')) return `${word.slice(0, -2)}ing`;
  return word.endsWith('y') && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** A letter that is missing, doubled, changed or swapped with the next one. */
function mistaken(word: string, random: number): string {
  const at = 1 + (random % (word.length - 2));
  const kind = Math.floor(random / 1000) % 4;
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word.charAt(at) + word.slice(at);
  if (kind === 2) return `${word.slice(0, at)}${'etaoin'.charAt(random % 6)}${word.slice(at + 1)}`;
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

/** One half to tune by and one to confirm with, by the text of the query and nothing else. */
export function halfOf({ query }: Judged): 'tuning' | 'confirming' {
  return hashOf(bare(query)) % 2 === 0 ? 'tuning' : 'confirming';
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function bare(text: string): string {
  return wordsOf(text).join(' ');
}

/** Normalized discounted cumulative gain of the first ten results. */
export function ndcg(found: readonly string[], { grades, without }: Judged): number {
  const gains = found
    .filter((slug) => !without.has(slug))
    .slice(0, 10)
    .map((slug) => grades.get(slug) ?? 0);
  const ideal = [...grades.values()].toSorted((one, other) => other - one).slice(0, 10);
  const sum = (each: readonly number[]): number => each.reduce((total, grade, at) => total + (2 ** grade - 1) / Math.log2(at + 2), 0);
  return sum(gains) / sum(ideal);
}
