import type { Words } from '../message.ts';
import type { slashEn } from './slash-en.ts';

/** The texts of the menu of blocks, in German. */
export const slashDe: Words<typeof slashEn> = {
  'slash.label': 'Einfügen',
  'slash.done': ({ name }) => `Eingefügt: ${name}`,
  'slash.heading2': 'Überschrift',
  'slash.heading3': 'Kleine Überschrift',
  'slash.bullets': 'Aufzählung',
  'slash.numbers': 'Nummerierte Liste',
  'slash.task': 'Aufgabenliste',
  'slash.quote': 'Zitat',
  'slash.code': 'Codeblock',
  'slash.table': 'Tabelle',
  'slash.picture': 'Bild',
  'slash.footnote': 'Fußnote',
  'slash.link': 'Link zu einem Stück oder einer Adresse',
  'slash.fact': 'Mit einem Fakt belegen',
  'slash.divider': 'Trennlinie',
  'slash.assistant': 'Den Assistenten fragen',
};
