import type { VENDORS } from '../vendors/vendors.ts';

type Row = (typeof VENDORS)[number];

/** The kinds of provider, by their neutral tokens. */
export type ProviderKind = Row['kind'];

/** A kind, or the common name of its vendor. */
export type ProviderType = ProviderKind | Row['names'][number];
