import { type Content, Contents } from '@colophon/content';
import { leads, type MailBlock, type MailContext, quoted } from '@colophon/mail';
import type { Places } from './places.ts';

/** The piece of a mail; undefined if it is deleted. */
export async function pieceOf(id: unknown, { database }: MailContext): Promise<Content | undefined> {
  const piece = typeof id === 'string' ? await new Contents(database).get(id) : undefined;
  return piece && piece.status !== 'deleted' ? piece : undefined;
}

/** The title of a piece and its link to the desk. The title may be a contributor's. */
export function aboutPiece({ id, title }: Content, places: Places, page = ''): MailBlock[] {
  return [quoted('The piece:', title), leads('Open it', places.desk(`/pieces/${id}${page}`))];
}

/** Why staff receive a mail. */
export const FOR_EDITORS = 'You get this because you are an editor. You can change this in your notification settings.';
