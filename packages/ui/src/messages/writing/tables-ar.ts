import { isolate } from '../isolate.ts';
import type { Words } from '../message.ts';
import type { tablesEn } from './tables-en.ts';

/** The texts of tables in the live view, in Arabic. */
export const tablesAr: Words<typeof tablesEn> = {
  'table.label': ({ rows, columns }) => `جدول، الصفوف: ${rows}، الأعمدة: ${columns}`,
  'table.menu': 'الجدول',
  'table.head': ({ number }) => `رأس العمود ${number}`,
  'table.column': ({ number }) => `العمود ${number}`,
  'table.cell': ({ column, number }) => `${isolate(column)}، الصف ${number}`,
  'table.row.above': 'إضافة صف فوقه',
  'table.row.below': 'إضافة صف تحته',
  'table.row.up': 'نقل الصف إلى أعلى',
  'table.row.down': 'نقل الصف إلى أسفل',
  'table.row.remove': 'إزالة الصف',
  'table.column.before': 'إضافة عمود قبله',
  'table.column.after': 'إضافة عمود بعده',
  'table.column.back': 'تقديم العمود',
  'table.column.on': 'تأخير العمود',
  'table.column.remove': 'إزالة العمود',
  'table.align.start': 'محاذاة العمود إلى البداية',
  'table.align.center': 'توسيط العمود',
  'table.align.end': 'محاذاة العمود إلى النهاية',
  'table.tidy': 'ترتيب المصدر',
  'table.source': 'عرض المصدر',
  'table.remove': 'إزالة الجدول',
  'table.impossible': 'غير ممكن هنا: يحتاج الجدول إلى رأسه وعمود واحد.',
};
