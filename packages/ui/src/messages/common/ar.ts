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
  'common.hourTwice': ({ time }) => `تتكرر هذه الساعة في تلك الليلة، والمقصود أولاهما: ${time}.`,
};
