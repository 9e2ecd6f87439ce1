// Ranks paragraphs by how well they answer a question, so that only the best are added to a prompt.
import { getAI } from '@colophon/ai';

const { TOGETHER_BASE_URL: baseUrl } = process.env;
const ai = await getAI({ type: 'together', ...(baseUrl === undefined ? {} : { baseUrl }) });
const paragraphs = ['The museum opens at ten.', 'The ferry leaves at noon.', 'Bread is baked at five.'];
const { results } = await ai.rerank('When does the ferry leave?', paragraphs, { topN: 2 });
for (const { score, document } of results) console.log(`${score.toFixed(2)} ${document}`);
