import type { VendorModels } from '../vendor-models.ts';
import { remembered } from '../../models/remembered.ts';
import { embeddingsModel } from './embeddings.ts';
import { imagesModel } from './images.ts';
import { chatCompletionsModel, type CompatibleServer } from './model.ts';

/** Creates the models of a server with the OpenAI wire. */
export function compatibleModels(server: CompatibleServer): VendorModels {
  return {
    language: remembered((model) => chatCompletionsModel(server, model)),
    embedding: (model) => embeddingsModel(server, model),
    image: (model) => imagesModel(server, model),
  };
}
