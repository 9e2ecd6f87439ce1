import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { slashEn } from './slash-en.ts';

/** The texts of the menu of blocks, in Arabic. */
export const slashAr: Words<typeof slashEn> = {
  'slash.label': 'إدراج',
  'slash.done': ({ name }) => `أُدرج: ${isolate(name)}`,
  'slash.heading2': 'عنوان',
  'slash.heading3': 'عنوان صغير',
  'slash.bullets': 'قائمة نقطية',
  'slash.numbers': 'قائمة مرقمة',
  'slash.task': 'قائمة مهام',
  'slash.quote': 'اقتباس',
  'slash.code': 'كتلة شيفرة',
  'slash.table': 'جدول',
  'slash.picture': 'صورة',
  'slash.footnote': 'حاشية',
  'slash.link': 'رابط إلى مادة أو عنوان',
  'slash.fact': 'دعم هذا بحقيقة',
  'slash.divider': 'فاصل',
  'slash.assistant': 'اسأل المساعد',
};
