/** What an illustrator is asked for. */
export interface IllustrationRequest {
  /** What to draw. Titles and descriptions in it are quoted: they may have been written by anybody. */
  readonly prompt: string;
  /** In pixels, as the height: what the picture is made to fit afterwards. */
  readonly width: number;
  readonly height: number;
}

/** What an illustrator answers; it is not trusted to be a picture. */
export interface Illustration {
  readonly bytes: Uint8Array;
  /** The model that drew it. */
  readonly model: string | null;
}

/** Something that draws what a text says: an AI, as a rule. It throws when it has no picture; nothing is kept then. */
export interface ContentIllustrator {
  draw(request: IllustrationRequest, signal: AbortSignal): Promise<Illustration>;
}

/** What the illustrator needs of an AI. A provider of `@colophon/ai` is one. */
export interface ImageModel {
  generateImage(
    prompt: string,
    options: { aspectRatio: `${number}:${number}`; signal: AbortSignal },
  ): Promise<{ readonly images: readonly { readonly data: Uint8Array | string }[]; readonly model?: string | undefined }>;
}

/** Those that models of different vendors have in common. */
const ASPECT_RATIOS = ['1:1', '4:3', '3:4', '16:9', '9:16'] as const;

/**
 * Makes an illustrator of an AI.
 *
 * @example
 * configureThumbnails({ pictures: () => import('@colophon/pictures'), illustrator: createAIIllustrator(await getAIAuto()) });
 */
export function createAIIllustrator(model: ImageModel): ContentIllustrator {
  return {
    async draw({ prompt, width, height }, signal) {
      const { images, model: name } = await model.generateImage(prompt, { aspectRatio: nearestRatio(width / height), signal });
      const data = images[0]?.data;
      if (data === undefined) throw new Error('The AI drew nothing.');
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
