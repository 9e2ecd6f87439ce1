import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { mediaEn } from './en.ts';

/** The texts of the media library, in Arabic. */
export const mediaAr: Words<typeof mediaEn> = {
  'media.title': 'إدراج صورة',
  'media.title.add': 'إضافة صورة',
  'media.search': 'ابحث بالاسم أو الوصف',
  'media.show': 'عرض',
  'media.recent': 'الأحدث',
  'media.undescribed': 'بلا نص بديل',
  'media.piece': 'في هذه المادة',
  'media.tag': 'حسب الوسم',
  'media.tag.which': 'وسم المواد',
  'media.files': 'الملفات',
  'media.empty': 'لا ملفات بعد.',
  'media.none': 'لا نتائج.',
  'media.more': 'عرض المزيد',
  'media.count': ({ count }, format) =>
    format.plural(count, {
      one: 'ملف واحد',
      two: 'ملفان',
      few: `${format.number(count)} ملفات`,
      other: `${format.number(count)} ملفًا`,
    }),
  'media.size': ({ kind, size }) => `${isolate(kind)}، ${size} ك.ب`,
  'media.upload': 'رفع…',
  'media.insert': 'إدراج',
  'media.choose': 'اختر صورة، أو ارفع صورة جديدة.',
  'media.chosen': ({ name }) => `اخترت: ${isolate(name)}`,
  'media.credit': ({ credit }) => `المصدر: ${isolate(credit)}`,
  'media.uses': 'مستخدمة في',
  'media.uses.none': 'لم تُستخدم في أي مادة بعد.',
  'media.noAlt': 'بلا نص بديل',
  'media.describe': 'صِف ما تعرضه في هذه المادة لمن لا يراها.',
};
