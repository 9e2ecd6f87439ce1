// Writes an alternative text for a picture.
//   node examples/ai/describe-image.ts harbour.png
import { readFile } from 'node:fs/promises';
import { getAIAuto } from '@colophon/ai';

const ai = await getAIAuto();
const picture = await readFile(process.argv[2] ?? 'harbour.png');
console.log(await ai.describeImage(picture, 'Describe this picture for someone who cannot see it, in one sentence.'));
