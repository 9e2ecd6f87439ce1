import { z } from 'zod';

export const MirrorInput = z.strictObject({
  url: z.string().min(1).max(2000).describe('The URL of a page or a PDF: http or https.'),
  context: z
    .string()
    .max(500)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must not contain control characters')
    .default('')
    .describe('A namespace for slugs; a URL has one mirror in each.'),
  mirrorDir: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('A local folder to which the mirror is also written; only for code and local commands.'),
  ignoreRobots: z.boolean().default(false).describe('Read the page even if robots.txt disallows it; for admins.'),
});
export type MirrorInput = z.input<typeof MirrorInput>;

export const RefreshInput = z.strictObject({
  ignoreRobots: z.boolean().default(false).describe('Read the page even if robots.txt disallows it; for admins.'),
});
export type RefreshInput = z.input<typeof RefreshInput>;
