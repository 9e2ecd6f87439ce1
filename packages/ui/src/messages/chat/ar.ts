import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { chatEn } from './en.ts';

/** The texts of the chat, in Arabic. */
export const chatAr: Words<typeof chatEn> = {
  'chat.label': 'المساعد',
  'chat.unsaved': 'احفظ المسودة لتتحدث عنها.',
  'chat.off': 'لا يوجد مساعد هنا.',
  'chat.threads': 'المحادثة',
  'chat.new': 'محادثة جديدة',
  'chat.empty': 'اسأل عن النص، أو اطلب تعديلًا. لا يتغيّر شيء قبل أن تطبّقه.',
  'chat.log': 'محادثة مع المساعد',
  'chat.you': 'أنت',
  'chat.assistant': 'المساعد',
  'chat.box': 'الرسالة',
  'chat.hint': 'Enter للإرسال، وShift+Enter لسطر جديد.',
  'chat.send': 'إرسال',
  'chat.stop': 'إيقاف',
  'chat.again': 'أرسل مرة أخرى',
  'chat.writing': 'يكتب…',
  'chat.stopped': 'أُوقف',
  'chat.failed': 'ضاعت الإجابة. اسأل مرة أخرى.',
  'chat.answered': 'أجاب المساعد.',
  'chat.proposal': 'تعديل مقترح',
  'chat.apply': 'تطبيق',
  'chat.apply.all': 'تطبيق الكل',
  'chat.dismiss': 'تجاهل',
  'chat.undo': 'تراجع',
  'chat.applied': 'طُبّق. لم يُحفظ شيء بعد.',
  'chat.dismissed': 'تم التجاهل.',
  'chat.unfit': 'تغيّر النص بعد ذلك: لم يعد هذا مناسبًا.',
  'chat.undone': 'تم التراجع.',
  'chat.noApply': 'يُطبَّق في محرّر هذه المادة.',
  'chat.change': ({ number, total, field }) => `التعديل ${number} من ${total}: ${isolate(field)}`,
};
