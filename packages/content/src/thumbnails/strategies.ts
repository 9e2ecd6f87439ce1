import { type JsonObject, UsageError, ValidationError } from '@colophon/core';
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

/** A registered strategy. */
export interface RegisteredStrategy {
  readonly draw: DrawThumbnail;
  readonly plan: NonNullable<StrategySettings['plan']>;
  readonly isPaid: boolean;
}

const registered = new Map<string, RegisteredStrategy>();

/**
 * Registers a thumbnail strategy in this process, replacing an existing one of that name; undefined removes it.
 *
 * @throws UsageError if the name does not consist of lower-case letters, digits and hyphens
 * @example
 * registerThumbnailStrategy('plain', async () => ({ bytes: await readFile('plain.png') }));
 */
export function registerThumbnailStrategy(name: string, draw: DrawThumbnail | undefined, settings: StrategySettings = {}): void {
  if (!/^[a-z][a-z0-9-]{0,99}$/.test(name)) {
    throw new UsageError(
      'The name of a thumbnail strategy must consist of lower-case letters, digits and hyphens, and begin with a letter.',
    );
  }
  if (draw === undefined) registered.delete(name);
  else registered.set(name, { draw, plan: settings.plan ?? planOfAll, isPaid: settings.isPaid ?? false });
}

/** Returns the strategies of this process. */
export function registeredStrategies(): readonly string[] {
  return [...registered.keys()].toSorted();
}

/** Returns the strategy with a name, if this process has it. */
export function registeredStrategy(name: string): RegisteredStrategy | undefined {
  return registered.get(name);
}

/** @throws ValidationError `unknown_strategy` */
export function unknownStrategy(name: string, known: Iterable<string>): ValidationError {
  const detail = `the strategy ${name} does not exist; use one of ${[...new Set(known)].toSorted().join(', ')}`;
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
