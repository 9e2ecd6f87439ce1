import { z } from 'zod';

/** The reasons of intake, as stored. */
export const IntakeReasons = z.array(z.strictObject({ code: z.string(), detail: z.string(), attachment: z.int().min(0).optional() }));
