import type { Words } from '../message.ts';
import type { draftsEn } from './en.ts';

/** Die Texte über den gemeinsamen Entwurf eines Beitrags, auf Deutsch. */
export const draftsDe: Words<typeof draftsEn> = {
  'drafts.label': 'Entwurf',
  'drafts.people': 'Auch hier',
  'drafts.person': ({ place }) => `${place}: dorthin gehen`,
  'drafts.somebody': 'Jemand',
  'drafts.in.title': 'im Titel',
  'drafts.in.description': 'in der Zusammenfassung',
  'drafts.in.body': 'im Text',
  'drafts.came': ({ names }) => `Auch hier: ${names}`,
  'drafts.left': ({ names }) => `Nicht mehr hier: ${names}`,
  'drafts.changed': 'Der Entwurf ist noch nicht gespeichert',
  'drafts.saved': 'Der Entwurf ist gespeichert',
  'drafts.readers.none': 'nicht veröffentlicht',
  'drafts.readers.same': 'Leser sehen, was gespeichert ist',
  'drafts.readers.other': 'Leser sehen eine frühere Ausgabe',
  'drafts.kept': 'Alle Änderungen gesichert',
  'drafts.sending': 'Wird gesichert…',
  'drafts.opening': 'Der Entwurf wird geöffnet…',
  'drafts.waiting': ({ count }, format) =>
    format.plural(count, {
      one: `${format.number(count)} Änderung wartet auf die Verbindung`,
      other: `${format.number(count)} Änderungen warten auf die Verbindung`,
    }),
  'drafts.offline': 'Keine Verbindung. Was Sie schreiben, bleibt auf diesem Gerät und erreicht die anderen, sobald sie wieder da ist.',
  'drafts.offline.unkept': 'Keine Verbindung, und dieses Gerät behält nichts. Lassen Sie diese Seite offen, bis sie wieder da ist.',
  'drafts.signedOut': 'Ihre Sitzung ist abgelaufen. Was Sie schreiben, bleibt auf diesem Gerät.',
  'drafts.both': ({ fields }) =>
    `Während Sie weg waren, haben Sie und andere dasselbe geändert (${fields}). Beide Texte stehen da: sehen Sie sie durch.`,
  'drafts.both.done': 'Durchgesehen',
  'drafts.readOnly': 'Sie können diesen Entwurf lesen, aber nicht mehr in ihm schreiben.',
  'drafts.gone': 'Dieser Entwurf lässt sich nicht mehr öffnen.',
  'drafts.stranded': 'Ein Teil Ihres Textes wurde nicht gesendet. Kopieren Sie ihn, bevor Sie gehen.',
  'drafts.stranded.copy': 'Meinen Text kopieren',
  'drafts.stranded.copied': 'Ihr Text ist kopiert.',
  'drafts.who': 'Alle in der Redaktion, die diesen Beitrag lesen dürfen, sehen, was Sie hier schreiben, auch bevor Sie speichern.',
  'drafts.who.done': 'Verstanden',
  'drafts.private':
    'Nur Sie sehen diesen Entwurf. Andere sehen, dass es den Beitrag gibt. Teilen Sie ihn, bevor Sie speichern oder veröffentlichen.',
  'drafts.share': 'Teilen',
  'drafts.share.title': 'Diesen Entwurf teilen?',
  'drafts.share.text':
    'Alle in der Redaktion, die den Beitrag lesen dürfen, sehen dann den Entwurf und schreiben in ihm, wie es ihre Rolle erlaubt. Das lässt sich nicht rückgängig machen.',
  'drafts.shared': 'Der Entwurf ist geteilt.',
  'drafts.savedBy': ({ name }) => `${name} hat den Beitrag gespeichert.`,
  'drafts.publish.since': 'Der Entwurf wurde geändert, seit dieser Dialog offen ist. Veröffentlicht wird der Text, wie er da war.',
  'drafts.publish.again': 'Neu ansehen',
};
