// Asks about a PDF, or about a file of text.
//   node examples/ai/document.ts report.pdf "What does it conclude?"
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getAIAuto } from '@colophon/ai';

const [file = 'report.pdf', question = 'What does it say?'] = process.argv.slice(2);
const ai = await getAIAuto();
const { content } = await ai.chat([
  {
    role: 'user',
    content: [
      { type: 'text', text: question },
      {
        type: 'file',
        data: await readFile(file),
        mimeType: file.endsWith('.pdf') ? 'application/pdf' : 'text/plain',
        filename: path.basename(file),
      },
    ],
  },
]);
console.log(content);
