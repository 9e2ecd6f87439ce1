import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { footnotesEn } from './footnotes-en.ts';

/** The texts of footnotes in the live view, in Arabic. */
export const footnotesAr: Words<typeof footnotesEn> = {
  'note.reference': ({ label, text }) => `حاشية ${isolate(label)}: ${isolate(text)}`,
  'note.missing': ({ label }) => `الحاشية ${isolate(label)} بلا نص بعد.`,
  'note.back': ({ label }) => `حاشية ${isolate(label)}: العودة إلى النص`,
  'note.empty': 'هذه الحاشية فارغة.',
};
