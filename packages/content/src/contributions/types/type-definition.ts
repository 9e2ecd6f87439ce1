import { z } from 'zod';
import { nameSchema } from '../../record/names.ts';
import { CONTRIBUTION_CHANNELS } from '../record/enumerations.ts';
import { foldForPatterns } from './fold-for-patterns.ts';
import { faultOfLine } from '../record/one-line.ts';

/** A type of file, `image/png`; all below one, `image/*`; or every type, `*` + `/*`. */
const mimePattern = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .regex(
    /^(?:\*\/\*|[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*))$/,
    'must be a type of file such as image/png or image/*',
  );

const textPattern = z
  .string()
  .max(200)
  .refine((text) => foldForPatterns(text).trim() !== '', 'must hold a letter or sign: this would match every text');

const mimePatterns = z.array(mimePattern).max(200).default([]);
const textPatterns = z.array(textPattern).max(200).default([]);

/** The rules for acceptance, quarantine and rejection. */
export const IntakeRules = z.strictObject({
  maxFiles: z.int().min(0).max(50).default(10),
  /** Of all files together, in bytes. */
  maxTotalBytes: z.int().min(0).max(500_000_000).default(50_000_000),
  /** If set, only these types are accepted; unrecognized bytes are `application/octet-stream`. */
  allowedMimePatterns: mimePatterns,
  blockedMimePatterns: mimePatterns,
  quarantineMimePatterns: mimePatterns,
  /** Words and phrases, matched regardless of case, letter variants and invisible characters. */
  blockedTextPatterns: textPatterns,
  quarantineTextPatterns: textPatterns,
  /** Only trusted contributors whose identity is proved can contribute. */
  trustedOnly: z.boolean().default(false),
  /** Mail is quarantined unless its sender is proved. */
  requireDmarc: z.boolean().default(false),
});
export type IntakeRules = z.infer<typeof IntakeRules>;

/** What an approved contribution becomes. */
export const Promotion = z.strictObject({
  targetContentType: nameSchema(),
  targetContentVariant: nameSchema(200).nullish(),
  targetContentStatus: z.enum(['draft', 'review']).default('draft'),
  /** Contributions of a trusted contributor whose identity is proved are promoted when intake accepts them. */
  autoPromoteTrusted: z.boolean().default(false),
  createAssets: z.boolean().default(true),
  assetRelationship: z
    .string()
    .max(100)
    .regex(/^[A-Za-z_]\w*$/, 'must be a name of letters, digits and underscores')
    .default('attachment'),
});
export type Promotion = z.infer<typeof Promotion>;

/** The format of a contribution type's key. */
export const TYPE_KEY = /^[A-Za-z0-9_-]{1,100}$/;

/** The local part of an address, without a plus sign. */
export const INBOUND_ADDRESS = /^[a-z0-9](?:[a-z0-9_.-]{0,62}[a-z0-9])?$/;

/** A contribution type, as configured. */
export const ContributionTypeDefinition = z.strictObject({
  key: z.string().regex(TYPE_KEY, 'must be 1 to 100 letters, digits, - and _'),
  label: z
    .string()
    .max(200)
    .superRefine((label, context) => {
      const message = faultOfLine(label);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .nullish(),
  enabled: z.boolean().default(true),
  allowedChannels: z.array(z.enum(CONTRIBUTION_CHANNELS)).default(['web']),
  allowText: z.boolean().default(true),
  allowFiles: z.boolean().default(false),
  /** Accept files without text. */
  allowEmptyText: z.boolean().default(false),
  openTo: z.enum(['anyone', 'members']).default('anyone'),
  /** The local part of its mail address. */
  inboundAddress: z
    .string()
    .trim()
    .toLowerCase()
    .regex(INBOUND_ADDRESS, 'must be 1 to 64 letters, digits, dots, - and _, such as letters')
    .nullish(),
  /** Require a proof of work from callers who are not signed in. */
  proofOfWork: z.boolean().default(true),
  intakeRules: IntakeRules.prefault({}),
  promotion: Promotion,
});
export type ContributionTypeDefinition = z.output<typeof ContributionTypeDefinition>;
export type ContributionTypeInput = z.input<typeof ContributionTypeDefinition>;
