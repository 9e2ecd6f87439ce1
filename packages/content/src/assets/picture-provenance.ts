import { z } from 'zod';

const words = z.string().nullable();

/** What a manifest that a picture carries says, and what is right about that. */
export const ManifestAnswer = z.object({
  validation: z
    .enum(['valid', 'invalid', 'incomplete'])
    .describe(
      'valid: picture and manifest are as they were signed. invalid: something was changed afterwards, or breaks the rules. incomplete: nothing is wrong, and the kind of binding is not checked here.',
    ),
  faults: z.array(z.string()).readonly().describe('What is wrong, by the codes of C2PA.'),
  signer: z
    .object({
      name: words,
      organization: words,
      issuer: words,
      isTrustListed: z
        .literal('not_checked')
        .describe('No certificate is checked against a trust list: anybody can make one with any name.'),
    })
    .nullable(),
  signedAt: words.describe('By the time stamp of an authority; null without one.'),
  claimGenerator: words.describe('The program that made the manifest.'),
  title: words,
  actions: z.array(z.object({ action: z.string(), digitalSourceType: words, softwareAgent: words, description: words })).readonly(),
  ingredients: z.array(z.object({ title: words, format: words, relationship: words, hasManifest: z.boolean() })).readonly(),
  madeByAI: z.enum(['whole', 'part', 'no']).nullable().describe('What the manifest says of it; null when it says nothing.'),
  manifests: z.int(),
});
export type PictureManifest = z.output<typeof ManifestAnswer>;

/** Where a picture came from, as far as its file says. */
export const ProvenanceAnswer = z.object({
  assetId: z.string(),
  status: z
    .enum(['none', 'read', 'unreadable'])
    .describe('none: the file carries no manifest. unreadable: it carries one that cannot be read, or in a format that is not.'),
  manifest: ManifestAnswer.nullable(),
  original: z.string().describe('The file as it came, with its manifest; other widths carry none.'),
});
export type AssetProvenanceAnswer = z.output<typeof ProvenanceAnswer>;

/** What assets need of whoever reads manifests. `ProvenanceReader` of `@colophon/readers` is one. */
export interface ManifestReader {
  /** @returns null when the picture carries none */
  read(picture: { readonly bytes: Uint8Array; readonly mimeType: string }): Promise<PictureManifest | null>;
}

/** Loads whoever reads manifests, at the first picture that carries one. */
export type LoadManifestReader = () => Promise<ManifestReader>;
