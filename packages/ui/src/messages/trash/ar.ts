import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { trashEn } from './en.ts';

/** The texts of the trash, in Arabic. */
export const trashAr: Words<typeof trashEn> = {
  'trash.label': 'سلة المهملات',
  'trash.about': 'يمكن استعادة المسودات المحذوفة إلى أن تزول نهائيًا؛ وما نُشر يومًا يبقى في القائمة محذوفًا.',
  'trash.empty': 'سلة المهملات فارغة. تبقى المسودة المزالة هنا مدة.',
  'trash.removed': ({ date }) => `أُزيلت ${date}`,
  'trash.removed.by': ({ date, name }) => `أُزيلت ${date} بواسطة ${isolate(name)}`,
  'trash.removed.you': ({ date }) => `أزلتها ${date}`,
  'trash.days': ({ count }, format) =>
    format.plural(count, {
      one: 'يوم واحد بعد',
      two: 'يومان بعد',
      few: `${format.number(count)} أيام بعد`,
      other: `${format.number(count)} يومًا بعد`,
    }),
  'trash.today': 'تُحذف خلال يوم',
  'trash.restore': 'استعادة',
  'trash.restore.label': ({ title }) => `استعادة ${isolate(title)}`,
  'trash.restored': ({ title }) => `عادت «${isolate(title)}» مسودة.`,
  'trash.restored.without': ({ parts }) => `لم يُستعد: ${isolate(parts)}.`,
  'trash.already': 'استعادها شخص آخر من قبل.',
  'trash.open': 'افتحها',
  'trash.erase': 'حذف نهائي',
  'trash.erase.label': ({ title }) => `حذف نهائي: ${isolate(title)}`,
  'trash.erase.title': ({ title }) => `هل تحذف «${isolate(title)}» نهائيًا؟`,
  'trash.erase.about': 'يضيع نصها على الجميع ولا شيء يعيدها.',
  'trash.erase.type': 'اكتب عنوانها للتأكيد',
  'trash.erase.wrong': 'ليس هذا عنوانها.',
  'trash.erased': ({ title }) => `حُذفت «${isolate(title)}» نهائيًا.`,
  'trash.admins': 'يستطيع المسؤولون حذف مسودة نهائيًا في الحال.',
  'trash.more': 'أظهر المزيد',
  'trash.list': 'مسودات أُزيلت',
};
