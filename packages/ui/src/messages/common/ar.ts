import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { commonEn } from './en.ts';

/** The texts that all components share, in Arabic. */
export const commonAr: Words<typeof commonEn> = {
  'common.cancel': 'إلغاء',
  'common.close': 'إغلاق',
  'common.details': 'التفاصيل',
  'common.request': ({ id }) => `الطلب ${isolate(id)}`,
  'common.retry': 'حاول مرة أخرى',
  'common.loading': 'جارٍ التحميل…',
  'common.offline': 'لا يوجد اتصال. تعديلاتك محفوظة هنا.',
  'common.notifications': 'الرسائل',
  'problem.unknown': 'حدث خطأ لم يتوقعه أحد.',
  'problem.broken': 'لا يمكن عرض هذا الجزء: شيء فيه ليس كما هو متوقع. ما كتبته محفوظ.',
  'problem.unloaded': 'تعذّر تحميل هذا الجزء. أعد تحميل الصفحة عند عودة الاتصال.',
  'common.ok': 'موافق',
  'common.save': 'حفظ',
  'common.remove': 'إزالة',
  'common.none': 'لا شيء',
  'tokens.remove': ({ value }) => `إزالة ${isolate(value)}`,
  'tokens.removed': ({ value }) => `أُزيل ${isolate(value)}`,
  'tokens.pending': ({ text }) => `لم يُضف ${isolate(text)} بعد: اضغط Enter.`,
  'combo.list': 'الاقتراحات',
  'combo.add': ({ text }) => `إضافة ${isolate(text)}`,
  'combo.count': ({ count }, format) =>
    format.plural(count, {
      zero: 'لا اقتراحات',
      one: 'اقتراح واحد',
      two: 'اقتراحان',
      few: `${format.number(count)} اقتراحات`,
      many: `${format.number(count)} اقتراحًا`,
      other: `${format.number(count)} اقتراح`,
    }),
  'common.hourTwice': ({ time }) => `تتكرر هذه الساعة في تلك الليلة، والمقصود أولاهما: ${time}.`,
  'sources.title': ({ count }, format) => `مصادر الإجابة (${format.number(count)})`,
  'sources.found': 'عُثر عليه ولم يُستشهد به',
};
