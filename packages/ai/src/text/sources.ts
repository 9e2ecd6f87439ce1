import type { LanguageModelV4Citation, LanguageModelV4Content, LanguageModelV4Source } from '@ai-sdk/provider';
import type { Source } from '../interface/server-tools.ts';

/** The most sources of one answer, and the longest texts of a source. */
const MAX_SOURCES = 500;
const MAX_PASSAGES = 20;
const MAX_URL = 4000;
const MAX_TEXT = 500;

/** Collects the sources of an answer, each once; what is not a plausible source is left out. */
export class SourceCollector {
  #sources = new Map<string, Source>();

  /** Adds a source that was found. Returns it if it is new. */
  found(source: LanguageModelV4Source): Source | undefined {
    const read = readSource(source);
    if (read === undefined) return undefined;
    const key = keyOf(read);
    if (this.#sources.has(key) || this.#sources.size >= MAX_SOURCES) return undefined;
    this.#sources.set(key, read);
    return read;
  }

  /** Adds a source to which the answer refers. Returns it if that is new. */
  cited({ source, citedText }: LanguageModelV4Citation): Source | undefined {
    this.found(source);
    const read = readSource(source);
    const known = read === undefined ? undefined : this.#sources.get(keyOf(read));
    if (known === undefined) return undefined;
    const isNew = known.cited === undefined;
    known.cited = true;
    const passage = readText(citedText);
    if (passage !== undefined && (known.citedTexts?.length ?? 0) < MAX_PASSAGES && known.citedTexts?.includes(passage) !== true) {
      (known.citedTexts ??= []).push(passage);
    }
    return isNew ? known : undefined;
  }

  /** The sources in the order in which they were found; `undefined` if there are none. */
  get all(): Source[] | undefined {
    return this.#sources.size === 0 ? undefined : [...this.#sources.values()];
  }
}

/** The sources of a complete answer. */
export function readSources(content: readonly LanguageModelV4Content[]): Source[] | undefined {
  if (!content.some((part) => part.type === 'source' || (part.type === 'text' && part.citations !== undefined))) return undefined;
  const collector = new SourceCollector();
  for (const part of content) {
    if (part.type === 'source') collector.found(part);
    else if (part.type === 'text') for (const citation of part.citations ?? []) collector.cited(citation);
  }
  return collector.all;
}

function readSource(source: LanguageModelV4Source): Source | undefined {
  const title = readText(source.title);
  const titled = title === undefined ? {} : { title };
  if (source.sourceType === 'url') {
    const url = readUrl(source.url);
    return url === undefined ? undefined : { type: 'url', url, ...titled };
  }
  const filename = readText(source.filename);
  if (title === undefined && filename === undefined) return undefined;
  return { type: 'document', ...titled, ...(filename === undefined ? {} : { filename }) };
}

/** A source becomes a link, so no other scheme is accepted. */
function readUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' ? href : undefined;
}

/** Plain text: no markup, no control characters, none that change the direction of what stands beside it. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value
    .slice(0, MAX_TEXT * 4)
    .replace(/<\/?[a-z!?][^>]*>?/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT);
  return plain === '' ? undefined : plain;
}

function keyOf({ url, title, filename }: Source): string {
  return url ?? `document:${filename ?? ''}:${title ?? ''}`;
}
