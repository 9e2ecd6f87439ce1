import type { Words } from '../message.ts';
import type { commonEn } from './en.ts';

/** Die gemeinsamen Texte aller Komponenten, auf Deutsch. */
export const commonDe: Words<typeof commonEn> = {
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.details': 'Einzelheiten',
  'common.request': ({ id }) => `Anfrage ${id}`,
  'common.retry': 'Erneut versuchen',
  'common.loading': 'Wird geladen …',
  'common.offline': 'Keine Verbindung. Ihre Änderungen bleiben hier erhalten.',
  'common.notifications': 'Meldungen',
  'problem.unknown': 'Ein unerwarteter Fehler ist aufgetreten.',
  'problem.broken': 'Dieser Teil kann wegen eines unerwarteten Fehlers nicht angezeigt werden. Ihre Änderungen bleiben erhalten.',
  'problem.unloaded': 'Dieser Teil konnte nicht geladen werden. Laden Sie die Seite neu, wenn eine Verbindung besteht.',
  'common.ok': 'OK',
  'common.save': 'Speichern',
  'common.remove': 'Entfernen',
  'common.none': 'Keine',
  'tokens.remove': ({ value }) => `${value} entfernen`,
  'tokens.removed': ({ value }) => `${value} entfernt`,
  'tokens.pending': ({ text }) => `„${text}“ ist noch nicht hinzugefügt: Drücken Sie die Eingabetaste.`,
  'combo.list': 'Vorschläge',
  'combo.add': ({ text }) => `„${text}“ hinzufügen`,
  'combo.count': ({ count }, format) =>
    format.plural(count, { one: `${format.number(count)} Vorschlag`, other: `${format.number(count)} Vorschläge` }),
  'common.hourTwice': ({ time }) => `Diese Stunde gibt es in dieser Nacht zweimal. Gemeint ist die erste: ${time}.`,
  'sources.title': ({ count }, format) => `Quellen der Antwort (${format.number(count)})`,
  'sources.found': 'gefunden, nicht zitiert',
};
