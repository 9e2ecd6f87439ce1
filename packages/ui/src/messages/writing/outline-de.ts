import type { Words } from '../message.ts';
import type { outlineEn } from './outline-en.ts';

/** The texts of the outline, in German. */
export const outlineDe: Words<typeof outlineEn> = {
  'outline.label': 'Gliederung',
  'outline.none': 'Noch keine Überschriften. Eine Zeile, die mit ## beginnt, ist eine.',
  'outline.untitled': 'Ohne Titel',
  'outline.keys': 'Enter springt zur Überschrift, Alt und ↑ oder ↓ verschieben ihren Abschnitt, Esc schließt.',
  'outline.moved': ({ title }) => `Verschoben: ${title}`,
  'outline.impossible': 'Es gibt keinen Abschnitt dieser Ebene, mit dem getauscht werden kann.',
};
