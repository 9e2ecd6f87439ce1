import { type JsonObject, UsageError, ValidationError } from '@colophon/core';
import type { ThumbnailOptions } from './thumbnail-options.ts';

/** What a strategy may know of the record that it draws for. */
export interface ThumbnailSubject {
  readonly title: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly language: string | null;
  readonly metadata: JsonObject;
}

/** What a picture is drawn from: equal values give an equal picture, so that it is not drawn twice. */
export interface ThumbnailPlan {
  readonly drawnFrom: JsonObject;
  /** What the picture will show, for those who do not see it. */
  readonly altText: string;
}

/** What is to be drawn. */
export interface ThumbnailRequest {
  readonly drawnFrom: JsonObject;
  /** In pixels, as the height. */
  readonly width: number;
  readonly height: number;
  readonly format: 'png' | 'webp' | 'jpeg';
  /** The bytes of the logo, where one was asked for. */
  readonly logo: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** A picture, and what is to be known of how it came about. */
export interface DrawnThumbnail {
  readonly bytes: Uint8Array;
  /** The model that drew it, of a picture by AI. */
  readonly model?: string | null;
  readonly aiAssisted?: boolean;
  /** How many characters of the texts could not be drawn. */
  readonly missing?: number;
  /** Why it is less than was asked for. */
  readonly degraded?: string | undefined;
}

/** Draws a thumbnail. */
export type DrawThumbnail = (request: ThumbnailRequest) => Promise<DrawnThumbnail>;

/** What a strategy may say besides how it draws. */
export interface StrategySettings {
  /**
   * Says what the picture is drawn from. Unless given it is everything: the record's texts, its metadata and the options.
   *
   * @throws ValidationError when the record or the options do not suffice
   */
  readonly plan?: (subject: ThumbnailSubject, options: ThumbnailOptions) => ThumbnailPlan | Promise<ThumbnailPlan>;
  /** Each picture costs money: a person gets 10 an hour, a tenant 100 a day. */
  readonly isPaid?: boolean;
}

/** A strategy as it is registered. */
export interface RegisteredStrategy {
  readonly draw: DrawThumbnail;
  readonly plan: NonNullable<StrategySettings['plan']>;
  readonly isPaid: boolean;
}

const registered = new Map<string, RegisteredStrategy>();

/**
 * Gives this process a way to make thumbnails, in the place of the one that had the name; undefined takes it away.
 *
 * @throws UsageError when the name is not of lower-case letters, digits and hyphens
 * @example
 * registerThumbnailStrategy('plain', async () => ({ bytes: await readFile('plain.png') }));
 */
export function registerThumbnailStrategy(name: string, draw: DrawThumbnail | undefined, settings: StrategySettings = {}): void {
  if (!/^[a-z][a-z0-9-]{0,99}$/.test(name)) {
    throw new UsageError('The name of a thumbnail strategy has lower-case letters, digits and hyphens, and begins with a letter.');
  }
  if (draw === undefined) registered.delete(name);
  else registered.set(name, { draw, plan: settings.plan ?? planOfAll, isPaid: settings.isPaid ?? false });
}

/** The strategies that this process has. */
export function registeredStrategies(): readonly string[] {
  return [...registered.keys()].toSorted();
}

/** The strategy of a name, if this process has one. */
export function registeredStrategy(name: string): RegisteredStrategy | undefined {
  return registered.get(name);
}

/** @throws ValidationError `unknown_strategy` */
export function unknownStrategy(name: string, known: Iterable<string>): ValidationError {
  const detail = `there is no strategy ${name}; there are ${[...new Set(known)].toSorted().join(', ')}`;
  return new ValidationError(`strategy: ${detail}`, {
    code: 'unknown_strategy',
    errors: [{ pointer: '/strategy', code: 'unknown_strategy', detail }],
  });
}

function planOfAll(subject: ThumbnailSubject, options: ThumbnailOptions): ThumbnailPlan {
  const isDrawn = (name: string): boolean => name !== 'altText' && name !== 'force';
  const given = Object.entries(options).filter(([name, value]) => value !== undefined && isDrawn(name));
  return { drawnFrom: { ...subject, options: Object.fromEntries(given) }, altText: subject.title };
}
