import { type ColophonClient, send } from './client-port.ts';
import { readItems } from './read-answer.ts';

/** A piece in one of the languages that it can be read in, as the staff is told of it. */
export interface Translation {
  readonly contentId: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  readonly status?: string;
  /** What it was translated from; null for the first of the group. */
  readonly sourceId?: string | null;
  /** The version that it was translated from. */
  readonly sourceVersion?: number | null;
  /** The latest version of its source. */
  readonly currentVersion?: number | null;
  /** Whether its source has changed since. */
  readonly isOutdated?: boolean;
}

/** The languages of a piece, itself included; none where it stands alone. @throws ProblemError where the server has no translations */
export async function readTranslations(client: ColophonClient, contentId: string, signal: AbortSignal): Promise<readonly Translation[]> {
  const { value } = await send(client, 'get', '/contents/{id}/translations', { params: { path: { id: contentId } }, signal });
  return readItems<Partial<Translation>>(value).filter(
    (each): each is Translation => typeof each.contentId === 'string' && typeof each.language === 'string',
  );
}

/** What a list tells of a piece that says in which language it is. */
interface InALanguage {
  readonly language?: string | null;
  readonly translations?: readonly Pick<Translation, 'contentId'>[];
}

/**
 * The language to mark a piece with: where it is another than the publication's, or where the piece is there in more than one, so that two
 * rows of one title can be told apart. Null where nothing need be said.
 *
 * @param main the publication's language; null where it is not known
 */
export function languageToMark({ language, translations = [] }: InALanguage, main: string | null): string | null {
  if (language === null || language === undefined || language === '') return null;
  const isOther = main !== null && primaryOf(language) !== primaryOf(main);
  return isOther || translations.length > 1 ? language : null;
}

function primaryOf(tag: string): string | undefined {
  return tag.toLowerCase().split('-')[0];
}
