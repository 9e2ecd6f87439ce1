// Ranks texts by how close they are to a question.
import { getAIAuto } from '@colophon/ai';

const ai = await getAIAuto();
const texts = ['The ferry leaves at noon.', 'Whales sing at night.', 'Boats to the island run hourly.'];
const { embeddings } = await ai.embed(['How do I get to the island?', ...texts]);
const [question = [], ...rest] = embeddings;
const closeness = (vector: readonly number[]): number => {
  const dot = vector.reduce((sum, value, index) => sum + value * (question[index] ?? 0), 0);
  return dot / (Math.hypot(...vector) * Math.hypot(...question));
};
const ranked = texts
  .map((text, index) => ({ text, score: closeness(rest[index] ?? []) }))
  .toSorted((one, other) => other.score - one.score);
for (const { text, score } of ranked) console.log(score.toFixed(2), text);
