import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { outlineEn } from './outline-en.ts';

/** The texts of the outline, in Arabic. */
export const outlineAr: Words<typeof outlineEn> = {
  'outline.label': 'المخطط',
  'outline.none': 'لا عناوين بعد. السطر الذي يبدأ بـ ## عنوان.',
  'outline.untitled': 'بلا عنوان',
  'outline.keys': 'ينتقل Enter إلى العنوان، وينقل Alt مع ↑ أو ↓ قسمه، ويغلق Esc المخطط.',
  'outline.moved': ({ title }) => `نُقل: ${isolate(title)}`,
  'outline.impossible': 'لا قسم من هذا المستوى لتبديل الموضع معه.',
};
