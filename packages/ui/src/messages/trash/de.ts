import type { Words } from '../message.ts';
import type { trashEn } from './en.ts';

/** Die Texte des Papierkorbs, auf Deutsch. */
export const trashDe: Words<typeof trashEn> = {
  'trash.label': 'Papierkorb',
  'trash.about':
    'Gelöschte Entwürfe lassen sich zurückholen, bis sie endgültig entfernt sind; was je veröffentlicht war, bleibt als gelöscht in der Liste.',
  'trash.empty': 'Der Papierkorb ist leer. Ein Entwurf, der entfernt wird, bleibt eine Weile hier.',
  'trash.removed': ({ date }) => `Entfernt ${date}`,
  'trash.removed.by': ({ date, name }) => `Entfernt ${date} von ${name}`,
  'trash.removed.you': ({ date }) => `Entfernt ${date} von Ihnen`,
  'trash.days': ({ count }, format) =>
    format.plural(count, { one: `noch ${format.number(count)} Tag`, other: `noch ${format.number(count)} Tage` }),
  'trash.today': 'Weniger als ein Tag',
  'trash.restore': 'Wiederherstellen',
  'trash.restore.label': ({ title }) => `${title} wiederherstellen`,
  'trash.restored': ({ title }) => `„${title}“ ist wieder ein Entwurf.`,
  'trash.restored.without': ({ parts }) => `Nicht wiederhergestellt: ${parts}.`,
  'trash.already': 'Jemand hat ihn schon wiederhergestellt.',
  'trash.open': 'Öffnen',
  'trash.erase': 'Endgültig löschen',
  'trash.erase.label': ({ title }) => `Endgültig löschen: ${title}`,
  'trash.erase.title': ({ title }) => `„${title}“ endgültig löschen?`,
  'trash.erase.about': 'Der Entwurf wird für alle gelöscht. Das kann nicht rückgängig gemacht werden.',
  'trash.erase.type': 'Geben Sie zur Bestätigung den Titel ein',
  'trash.erase.wrong': 'Das ist nicht der Titel.',
  'trash.erased': ({ title }) => `„${title}“ ist endgültig gelöscht.`,
  'trash.admins': 'Admins können einen Entwurf jederzeit endgültig löschen.',
  'trash.more': 'Mehr zeigen',
  'trash.list': 'Entfernte Entwürfe',
};
