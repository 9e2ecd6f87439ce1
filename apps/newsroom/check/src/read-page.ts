import { ACCOUNT_CREDENTIAL_MEDIA_TYPE } from '@colophon/contract';
import { type GivenBytes, type MarkedTexts, MaterialError } from './material.ts';

/** What a page holds for a check. */
export interface ReadPage {
  readonly marked: MarkedTexts;
  /** The address of its credential, as it is written there. */
  readonly credential: string | undefined;
  /** The account and the keys that a page saved with proof has as data. */
  readonly account: unknown;
  readonly keys: unknown;
  /** The pictures that it holds as data addresses. */
  readonly pictures: readonly GivenBytes[];
}

/** Elements within each other for which a browser needs minutes. */
const DEEPEST = 10_000;

/**
 * Reads a page. Nothing in it runs or is loaded: a document that is parsed is not shown.
 *
 * @throws MaterialError if its elements are nested without end
 */
export function readPage(html: string): ReadPage {
  if (depthOf(html) > DEEPEST) throw new MaterialError('The page has too many elements within each other to be read.');
  const page = new DOMParser().parseFromString(html, 'text/html');
  const marked = new Map<string, string[]>();
  for (const element of page.querySelectorAll('[data-account]')) {
    const name = element.getAttribute('data-account') ?? '';
    marked.set(name, [...(marked.get(name) ?? []), element.textContent ?? '']);
  }
  const link = page.head?.querySelector(`link[type="${ACCOUNT_CREDENTIAL_MEDIA_TYPE}"][href]`);
  return {
    marked,
    credential: link?.getAttribute('href') ?? undefined,
    account: dataIn(page, 'colophon-account'),
    keys: dataIn(page, 'colophon-keys'),
    pictures: Array.from(page.querySelectorAll('img[src^="data:image/"]'), pictureOf).filter((each) => each !== undefined),
  };
}

function dataIn(page: Document, id: string): unknown {
  const element = page.querySelector(`script[type="application/json"][id="${id}"]`);
  try {
    return element ? (JSON.parse(element.textContent ?? '') as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for one that is not in base64: a page that was saved with proof has no other. */
function pictureOf(element: Element): GivenBytes | undefined {
  const [, data] = /^data:image\/[\w.+-]+;base64,([A-Za-z\d+/]*={0,2})$/.exec(element.getAttribute('src') ?? '') ?? [];
  if (data === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return { name: element.getAttribute('alt')?.slice(0, 100) || 'A picture of the page', bytes };
  } catch {
    return undefined;
  }
}

/** At least as deep as the page: an element that needs no end counts as well, unless it can have none. */
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    if (EMPTY.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (end === '' ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const EMPTY: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr li p td th tr dt dd option'.split(' '),
);
