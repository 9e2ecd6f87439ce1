import { type ColophonClient, send } from './client-port.ts';
import { readItems } from './read-answer.ts';

/** One language version of a piece, with its details for staff. */
export interface Translation {
  readonly contentId: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  readonly status?: string;
  /** The id of its source; null for the first of the group. */
  readonly sourceId?: string | null;
  /** The latest version of the source when it was translated; null if it had none, as without governance. */
  readonly sourceVersion?: number | null;
  /** The latest version of the source. */
  readonly currentVersion?: number | null;
  /** Whether the source has another version, or another title, description or body since. */
  readonly isOutdated?: boolean;
}

/** Reads the languages of a piece, including its own; none if there is only one. @throws ProblemError if the server has no translations */
export async function readTranslations(client: ColophonClient, contentId: string, signal: AbortSignal): Promise<readonly Translation[]> {
  const { value } = await send(client, 'get', '/contents/{id}/translations', { params: { path: { id: contentId } }, signal });
  return readItems<Partial<Translation>>(value).filter(
    (each): each is Translation => typeof each.contentId === 'string' && typeof each.language === 'string',
  );
}

/** The members of a listed piece that determine its language. */
interface InALanguage {
  readonly language?: string | null;
  readonly translations?: readonly Pick<Translation, 'contentId'>[];
}

/**
 * Returns the language to label a piece with: if it differs from the publication's, or if the piece exists in several languages, so that
 * rows with the same title can be distinguished. Null if no label is needed.
 *
 * @param main the publication's language; null if unknown
 */
export function languageToMark({ language, translations = [] }: InALanguage, main: string | null): string | null {
  if (language === null || language === undefined || language === '') return null;
  const isOther = main !== null && primaryOf(language) !== primaryOf(main);
  return isOther || translations.length > 1 ? language : null;
}

function primaryOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
