import type { Words } from '../message.ts';
import type { chatEn } from './en.ts';

/** Die Texte des Chats, auf Deutsch. */
export const chatDe: Words<typeof chatEn> = {
  'chat.label': 'Assistent',
  'chat.unsaved': 'Speichern Sie den Entwurf, um über ihn zu sprechen.',
  'chat.off': 'Der Assistent ist nicht verfügbar.',
  'chat.threads': 'Gespräch',
  'chat.new': 'Neues Gespräch',
  'chat.empty': 'Fragen Sie nach dem Text, oder bitten Sie um eine Änderung. Nichts ändert sich, bevor Sie es übernehmen.',
  'chat.log': 'Gespräch mit dem Assistenten',
  'chat.you': 'Sie',
  'chat.assistant': 'Assistent',
  'chat.box': 'Nachricht',
  'chat.hint': 'Eingabe sendet, Umschalt+Eingabe beginnt eine Zeile.',
  'chat.send': 'Senden',
  'chat.stop': 'Anhalten',
  'chat.again': 'Noch einmal senden',
  'chat.writing': 'Schreibt …',
  'chat.sending': 'Wird gesendet …',
  'chat.nothing': 'Der Assistent hat nichts geantwortet. Fragen Sie noch einmal, oder mit anderen Worten.',
  'chat.wait': 'Warten Sie die Antwort ab, oder halten Sie sie an.',
  'chat.stopped': 'angehalten',
  'chat.failed': 'Die Antwort ging verloren. Fragen Sie noch einmal.',
  'chat.failed.timeout': 'Der Assistent brauchte zu lange. Fragen Sie noch einmal, oder nach weniger auf einmal.',
  'chat.failed.unavailable':
    'Der Assistent konnte nicht zu Ende antworten. Fragen Sie in einer Minute noch einmal. Hilft das nicht, findet die Administration den Grund im Protokoll.',
  'chat.answered': 'Der Assistent hat geantwortet.',
  'chat.proposal': 'Vorgeschlagene Änderung',
  'chat.apply': 'Übernehmen',
  'chat.apply.all': 'Alles übernehmen',
  'chat.dismiss': 'Verwerfen',
  'chat.undo': 'Rückgängig',
  'chat.applied': 'Übernommen. Noch ist nichts gespeichert.',
  'chat.appliedBefore': 'Übernommen.',
  'chat.dismissed': 'Verworfen.',
  'chat.unfit': 'Der Text wurde geändert. Die Änderung lässt sich nicht mehr übernehmen.',
  'chat.undone': 'Zurückgenommen.',
  'chat.noApply': 'Übernommen wird im Editor dieses Beitrags.',
  'chat.change': ({ number, total, field }) => `Änderung ${number} von ${total}: ${field}`,
  'chat.tooLong': ({ count, most }) =>
    `Höchstens ${most} Zeichen lassen sich auf einmal senden. Das sind ${count}: Kürzen Sie, oder senden Sie mehrere Nachrichten.`,
};
