import { z } from 'zod';

const words = z.string().nullable();

/** The content of an image manifest, and the result of its validation. */
export const ManifestAnswer = z.object({
  validation: z
    .enum(['valid', 'invalid', 'incomplete'])
    .describe(
      'valid: image and manifest are as they were signed. invalid: something was changed afterwards, or breaks the rules. incomplete: no fault was found, but the kind of binding is not supported.',
    ),
  faults: z.array(z.string()).readonly().describe('The faults, as C2PA codes.'),
  signer: z
    .object({
      name: words,
      organization: words,
      issuer: words,
      isTrustListed: z
        .literal('not_checked')
        .describe('Certificates are not checked against a trust list: anyone can create one with any name.'),
    })
    .nullable(),
  signedAt: words.describe('The time stamp of an authority; null without one.'),
  claimGenerator: words.describe('The program that created the manifest.'),
  title: words,
  actions: z.array(z.object({ action: z.string(), digitalSourceType: words, softwareAgent: words, description: words })).readonly(),
  ingredients: z.array(z.object({ title: words, format: words, relationship: words, hasManifest: z.boolean() })).readonly(),
  madeByAI: z.enum(['whole', 'part', 'no']).nullable().describe('The statement of the manifest; null if there is none.'),
  manifests: z.int(),
});
export type PictureManifest = z.output<typeof ManifestAnswer>;

/** The provenance of an image, from its file. */
export const ProvenanceAnswer = z.object({
  assetId: z.string(),
  status: z
    .enum(['none', 'read', 'unreadable'])
    .describe('none: the file has no manifest. unreadable: the manifest is damaged or in an unsupported format.'),
  manifest: ManifestAnswer.nullable(),
  original: z.string().describe('The original file, with its manifest; resized images have none.'),
});
export type AssetProvenanceAnswer = z.output<typeof ProvenanceAnswer>;

/** The port for reading manifests. `ProvenanceReader` of `@colophon/readers` implements it. */
export interface ManifestReader {
  /** @returns null if the image has no manifest */
  read(picture: { readonly bytes: Uint8Array; readonly mimeType: string }): Promise<PictureManifest | null>;
}

/** Loads the manifest reader for the first image with a manifest. */
export type LoadManifestReader = () => Promise<ManifestReader>;
