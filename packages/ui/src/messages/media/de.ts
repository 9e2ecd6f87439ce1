import type { Words } from '../message.ts';
import type { mediaEn } from './en.ts';

/** The texts of the media library, in German. */
export const mediaDe: Words<typeof mediaEn> = {
  'media.title': 'Bild einfügen',
  'media.title.add': 'Bild hinzufügen',
  'media.search': 'Nach Name oder Beschreibung suchen',
  'media.show': 'Anzeigen',
  'media.recent': 'Neueste',
  'media.undescribed': 'Ohne Alternativtext',
  'media.piece': 'In diesem Beitrag',
  'media.tag': 'Nach Schlagwort',
  'media.tag.which': 'Schlagwort der Beiträge',
  'media.files': 'Dateien',
  'media.empty': 'Noch keine Dateien.',
  'media.none': 'Nichts gefunden.',
  'media.more': 'Mehr anzeigen',
  'media.count': ({ count }, format) =>
    format.plural(count, { one: `${format.number(count)} Datei`, other: `${format.number(count)} Dateien` }),
  'media.size': ({ kind, size }) => `${kind}, ${size} kB`,
  'media.upload': 'Hochladen …',
  'media.insert': 'Einfügen',
  'media.choose': 'Wählen Sie ein Bild aus, oder laden Sie eines hoch.',
  'media.chosen': ({ name }) => `Ausgewählt: ${name}`,
  'media.credit': ({ credit }) => `Nachweis: ${credit}`,
  'media.uses': 'Verwendet in',
  'media.uses.none': 'Noch in keinem Beitrag verwendet.',
  'media.noAlt': 'Ohne Alternativtext',
  'media.describe': 'Beschreiben Sie, was es in diesem Beitrag zeigt, für alle, die es nicht sehen.',
};
