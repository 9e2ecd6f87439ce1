// Starts a video and stores its handle in a file. The process may end here; video-resume.ts continues.
import { writeFile } from 'node:fs/promises';
import { getAIAuto } from '@colophon/ai';

const file = process.argv[2] ?? 'job.json';
const ai = await getAIAuto();
const handle = await ai.submitVideoGenerationJob({
  prompt: 'A paper boat crosses a harbour at night.',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
});
await writeFile(file, JSON.stringify(handle));
console.log(`submitted ${handle.jobId}`);
// Other resources keep the process alive; none of them is needed any more.
setInterval(() => undefined, 1000);
