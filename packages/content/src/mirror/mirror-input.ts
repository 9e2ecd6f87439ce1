import { z } from 'zod';

export const MirrorInput = z.strictObject({
  url: z.string().min(1).max(2000).describe('The address of a page or a PDF: http or https.'),
  context: z
    .string()
    .max(500)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must not hold control characters')
    .default('')
    .describe('A namespace for slugs; one address has one mirror in each.'),
  mirrorDir: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('A folder of the machine to write the mirror to as well; for code and commands on that machine alone.'),
  ignoreRobots: z.boolean().default(false).describe('Read the page although robots.txt says no; for admins.'),
});
export type MirrorInput = z.input<typeof MirrorInput>;

export const RefreshInput = z.strictObject({
  ignoreRobots: z.boolean().default(false).describe('Read the page although robots.txt says no; for admins.'),
});
export type RefreshInput = z.input<typeof RefreshInput>;
