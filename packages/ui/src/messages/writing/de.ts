import type { Words } from '../message.ts';
import type { writingEn } from './en.ts';

/** The texts of the live view and of what helps with writing in it, in German. */
export const writingDe: Words<typeof writingEn> = {
  'live.task': 'Aufgabe',
  'live.code': 'Code',
  'live.picture': 'Bild',
  'live.picture.of': ({ alt }) => `Bild: ${alt}`,
  'live.picture.alt': 'Alternativtext',
  'live.picture.noAlt': 'Noch keine Beschreibung: Was ist zu sehen?',
  'live.picture.caption': 'Bildunterschrift',
  'live.picture.broken': 'Das Bild konnte nicht geladen werden.',
  'live.picture.edit': 'Ausschnitt, Fokuspunkt, Nachweis…',
  'live.picture.hint': 'Mit Tab zu Bildunterschrift und Beschreibung.',
  'live.format.removed': 'Formatierung entfernt.',
};
