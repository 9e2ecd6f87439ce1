import { CreateError } from './create-error.ts';

/** What an application is called, everywhere. */
export interface Names {
  /** For people: `Good Places`. */
  readonly name: string;
  /** For packages, commands and files: `good-places`. */
  readonly slug: string;
  /** The beginning of the names of its settings: `GOOD_PLACES`. */
  readonly prefix: string;
}

/** Names that npm or Node take for something else. */
const RESERVED = ['node_modules', 'favicon.ico', 'test', 'fs', 'http', 'path', 'process', 'colophon', 'notebook'];
const LONGEST = 50;

/**
 * Derives all names from the one for people.
 *
 * @throws CreateError with a name that would be accepted
 */
export function namesOf(name: string): Names {
  const slug = slugOf(name);
  const isPlain = /^[\p{L}\p{N} .’&-]+$/u.test(name);
  if (!isPlain || !/^[a-z][a-z0-9-]*$/.test(slug) || RESERVED.includes(slug) || name.length > LONGEST)
    throw new CreateError(
      `${JSON.stringify(name)} cannot be the name of a package: take for example ${JSON.stringify(accepted(slug))}.`,
      2,
    );
  return { name, slug, prefix: slug.toUpperCase().replaceAll('-', '_') };
}

/** Returns the name for people of a folder: `good-places` is `Good Places`. */
export function nameOfFolder(folder: string): string {
  return folder
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}

/** As `createApplication` derives it from the name. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

function accepted(slug: string): string {
  const words = slug.replace(/^[^a-z]+/, '').slice(0, LONGEST - 4);
  return nameOfFolder(words === '' ? 'my-app' : RESERVED.includes(words) || words !== slug ? `my-${words}` : words);
}
