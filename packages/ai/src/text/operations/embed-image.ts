import type { ImageInput } from '../../interface/messages.ts';
import type { EmbeddingOptions } from '../../interface/options.ts';
import type { EmbeddingResponse } from '../../interface/responses.ts';
import { imagePrice } from '../../pricing/priced-options.ts';
import type { Call } from '../../provider/call.ts';
import { loadImage, readImage, type ImageSource } from '../images.ts';
import type { TextClient } from '../text-client.ts';
import { addUsage } from '../../messages/usage.ts';
import { describeWithin } from './describe-image.ts';
import { embedWithin } from './embed.ts';

/** Embeds an image: natively, or by describing it and embedding the description. */
export function embedImage(client: TextClient, image: ImageInput, options: EmbeddingOptions): Promise<EmbeddingResponse> {
  const { vendor } = client;
  let source: ImageSource | undefined;
  const validate = (call: Call): void => {
    client.require('imageEmbeddings', 'embedImage');
    source = readImage(image, 'image', undefined, client.settings.options.imageUrlOrigins ?? []);
    if (!vendor.describeThenEmbed) call.model = options.model ?? client.defaults.imageEmbedding ?? '';
  };
  return client.run({ operation: 'embedImage', options, validate }, async (call) => {
    if (vendor.embedImage) {
      await call.reserve(call.model, (price) => imagePrice(price));
      return vendor.embedImage(call, await loadImage(call, source as ImageSource), options);
    }
    const described = await describeWithin(client, call, image);
    const describing = call.usage;
    client.chooseModel(call, options, 'embedding');
    const embedded = await embedWithin(client, call, [described.content], options);
    const usage = addUsage(describing, call.usage);
    if (usage !== undefined) call.usage = usage;
    return usage === undefined ? embedded : { ...embedded, usage };
  });
}
