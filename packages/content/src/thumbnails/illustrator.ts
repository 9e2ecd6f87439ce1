/** A request to an illustrator. */
export interface IllustrationRequest {
  /** The prompt. Titles and descriptions in it are quoted: they are untrusted. */
  readonly prompt: string;
  /** In pixels, like the height: the size to which the image is resized afterwards. */
  readonly width: number;
  readonly height: number;
}

/** An illustrator's result; it is not trusted to be an image. */
export interface Illustration {
  readonly bytes: Uint8Array;
  /** The model that generated it. */
  readonly model: string | null;
}

/** Generates images from text, usually an AI. It throws if it has no image; nothing is stored then. */
export interface ContentIllustrator {
  draw(request: IllustrationRequest, signal: AbortSignal): Promise<Illustration>;
}

/** The port for an AI. A provider of `@colophon/ai` implements it. */
export interface ImageModel {
  generateImage(
    prompt: string,
    options: { aspectRatio: `${number}:${number}`; signal: AbortSignal },
  ): Promise<{ readonly images: readonly { readonly data: Uint8Array | string }[]; readonly model?: string | undefined }>;
}

/** The aspect ratios that models of different vendors have in common. */
const ASPECT_RATIOS = ['1:1', '4:3', '3:4', '16:9', '9:16'] as const;

/**
 * Creates an illustrator from an AI.
 *
 * @example
 * const illustrator = createAIIllustrator(await getAIAuto());
 * database.ports.provide(thumbnailStrategies, new ThumbnailStrategies({ pictures: () => import('@colophon/pictures'), illustrator }));
 */
export function createAIIllustrator(model: ImageModel): ContentIllustrator {
  return {
    async draw({ prompt, width, height }, signal) {
      const { images, model: name } = await model.generateImage(prompt, { aspectRatio: nearestRatio(width / height), signal });
      const data = images[0]?.data;
      if (data === undefined) throw new Error('The AI returned no image.');
      return { bytes: typeof data === 'string' ? Buffer.from(data, 'base64') : data, model: name ?? null };
    },
  };
}

function nearestRatio(ratio: number): (typeof ASPECT_RATIOS)[number] {
  const distance = (name: string): number => {
    const [width = 1, height = 1] = name.split(':').map(Number);
    return Math.abs(Math.log(ratio / (width / height)));
  };
  return ASPECT_RATIOS.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest));
}
