import type { ImageInput } from '../../interface/messages.ts';
import type { ChatOptions, DescribeImageOptions } from '../../interface/options.ts';
import type { AIResponse } from '../../interface/responses.ts';
import type { Call } from '../../provider/call.ts';
import type { CallDraft } from '../call-draft.ts';
import type { TextClient } from '../text-client.ts';
import { draftChat, generate } from './chat.ts';

const DESCRIPTION_TOKENS = 500;
const DESCRIPTION_PROMPT = 'Describe this image in two or three plain sentences that would help someone find it again.';

/** Describes an image. */
export async function describeImage(
  client: TextClient,
  image: ImageInput,
  prompt: string | undefined,
  options: DescribeImageOptions,
): Promise<string> {
  let draft: CallDraft | undefined;
  const validate = (call: Call): void => {
    client.require('vision', 'describeImage');
    draft = draftDescription(client, call, image, prompt, options);
  };
  const plan = { operation: 'describeImage', options, validate, texts: () => (prompt === undefined ? [] : [prompt]) };
  return (await client.run(plan, (call) => generate(client, call, draft as CallDraft, options))).content;
}

/** Describes an image as part of another operation. */
export function describeWithin(client: TextClient, call: Call, image: ImageInput): Promise<AIResponse> {
  const options: ChatOptions = {};
  return generate(client, call, draftDescription(client, call, image, undefined, options), options);
}

function draftDescription(
  client: TextClient,
  call: Call,
  image: ImageInput,
  prompt: string | undefined,
  options: DescribeImageOptions,
): CallDraft {
  const part = { type: 'image' as const, image, ...(options.mimeType === undefined ? {} : { mimeType: options.mimeType }) };
  const content = [{ type: 'text' as const, text: prompt ?? DESCRIPTION_PROMPT }, part];
  return draftChat(client, 'describeImage', call, [{ role: 'user', content }], options, DESCRIPTION_TOKENS);
}
