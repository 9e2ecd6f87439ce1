import type { Words } from '../message.ts';
import type { footnotesEn } from './footnotes-en.ts';

/** The texts of footnotes in the live view, in German. */
export const footnotesDe: Words<typeof footnotesEn> = {
  'note.reference': ({ label, text }) => `Fußnote ${label}: ${text}`,
  'note.missing': ({ label }) => `Fußnote ${label} hat noch keinen Text.`,
  'note.back': ({ label }) => `Fußnote ${label}: zurück zum Text`,
  'note.empty': 'Diese Fußnote ist leer.',
};
