import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { writingEn } from './en.ts';

/** The texts of the live view and of what helps with writing in it, in Arabic. */
export const writingAr: Words<typeof writingEn> = {
  'live.task': 'مهمة',
  'live.code': 'شيفرة',
  'live.picture': 'صورة',
  'live.picture.of': ({ alt }) => `صورة: ${isolate(alt)}`,
  'live.picture.alt': 'النص البديل',
  'live.picture.noAlt': 'لا وصف بعد: ماذا تعرض الصورة؟',
  'live.picture.caption': 'التعليق',
  'live.picture.broken': 'تعذّر تحميل الصورة.',
  'live.picture.edit': 'الجزء ونقطة التركيز والمصدر…',
  'live.picture.hint': 'اضغط Tab للتعليق والوصف.',
  'live.format.removed': 'أُزيل التنسيق.',
};
