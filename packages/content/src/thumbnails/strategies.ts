import type { JsonObject } from '@colophon/core';
import type { ThumbnailOptions } from './thumbnail-options.ts';

/** The data of a record that a strategy gets. */
export interface ThumbnailSubject {
  readonly title: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly language: string | null;
  readonly metadata: JsonObject;
}

/** The input of an image: equal values produce an equal image, so that it is not generated twice. */
export interface ThumbnailPlan {
  readonly drawnFrom: JsonObject;
  /** The alternative text of the image. */
  readonly altText: string;
}

/** A request for an image. */
export interface ThumbnailRequest {
  readonly drawnFrom: JsonObject;
  /** In pixels, like the height. */
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'webp' | 'jpeg';
  /** The bytes of the logo, if one was requested. */
  readonly logo: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** An image, and details of its generation. */
export interface DrawnThumbnail {
  readonly bytes: Uint8Array;
  /** The model of an AI image. */
  readonly model?: string | null;
  readonly aiAssisted?: boolean;
  /** The number of characters that could not be drawn. */
  readonly missing?: number;
  /** Why the image is incomplete. */
  readonly degraded?: string | undefined;
}

/** Generates a thumbnail. */
export type DrawThumbnail = (request: ThumbnailRequest) => Promise<DrawnThumbnail>;

/** Further settings of a strategy. */
export interface StrategySettings {
  /**
   * Returns the input of the image. By default it is everything: the record's texts, its metadata and the options.
   *
   * @throws ValidationError if the record or the options are not sufficient
   */
  readonly plan?: (subject: ThumbnailSubject, options: ThumbnailOptions) => ThumbnailPlan | Promise<ThumbnailPlan>;
  /** Each image costs money: limited to 10 an hour per person, 100 a day per tenant. */
  readonly isPaid?: boolean;
}

/** A strategy with its settings. */
export interface ThumbnailStrategy {
  readonly draw: DrawThumbnail;
  readonly plan: NonNullable<StrategySettings['plan']>;
  readonly isPaid: boolean;
}
