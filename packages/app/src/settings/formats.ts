import { z } from 'zod';

const days = z
  .string()
  .regex(/^\d{0,5}$/, 'must be a number of days, 0 to 99999, or empty for the default')
  .transform((value) => (value === '' ? undefined : Number(value)))
  .optional();

const hours = z
  .string()
  .regex(/^(?:|[1-9]\d{0,4})$/, 'must be a number of hours, 1 to 99999, or empty for never')
  .transform((value) => (value === '' ? undefined : Number(value)));

/** The formats that settings of several applications have. Each takes the text of a variable, which is empty for the default. */
export const settingFormats = {
  /** `true`, `false`, `1` or `0`. */
  flag: z.enum(['true', 'false', '1', '0', ''], 'must be true or false').transform((value) => value === 'true' || value === '1'),
  /** Words with commas between. */
  words: z.string().transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))),
  /** A number of days; undefined is the default. */
  days,
  /** As `days`, but not zero. */
  daysFromOne: days.refine((value) => value !== 0, 'must be 1 or more days, or empty for the default'),
  /** A number of hours; undefined is never. */
  hours,
} as const;
