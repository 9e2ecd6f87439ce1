import type { Words } from '../message.ts';
import type { trashEn } from './en.ts';

/** Was der Papierkorb sagt, auf Deutsch. */
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
  'trash.today': 'In weniger als einem Tag weg',
  'trash.restore': 'Wiederherstellen',
  'trash.restore.label': ({ title }) => `${title} wiederherstellen`,
  'trash.restored': ({ title }) => `„${title}“ ist wieder ein Entwurf.`,
  'trash.restored.without': ({ parts }) => `Nicht wiederhergestellt: ${parts}.`,
  'trash.already': 'Jemand hat ihn schon wiederhergestellt.',
  'trash.open': 'Öffnen',
  'trash.erase': 'Endgültig entfernen',
  'trash.erase.label': ({ title }) => `Endgültig entfernen: ${title}`,
  'trash.erase.title': ({ title }) => `„${title}“ endgültig entfernen?`,
  'trash.erase.about': 'Sein Text ist für alle verloren, und nichts bringt ihn zurück.',
  'trash.erase.type': 'Geben Sie zur Bestätigung den Titel ein',
  'trash.erase.wrong': 'Das ist nicht der Titel.',
  'trash.erased': ({ title }) => `„${title}“ ist endgültig weg.`,
  'trash.admins': 'Admins können einen Entwurf sofort endgültig entfernen.',
  'trash.more': 'Mehr zeigen',
  'trash.list': 'Entfernte Entwürfe',
};
