// Reads the handle stored by video-submit.ts, waits for the video and saves it.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { getAIAuto, type VideoJobHandle } from '@colophon/ai';

const [file = 'job.json', output = 'video.mp4', pollMs = '10000', origin] = process.argv.slice(2);
const handle = JSON.parse(await readFile(file, 'utf8')) as VideoJobHandle;
const ai = await getAIAuto(origin === undefined ? {} : { resultUrlOrigins: [origin] });

let job = await ai.getVideoGenerationJob(handle);
while (job.status === 'queued' || job.status === 'running') {
  console.log(job.status);
  await wait(Number(pollMs));
  job = await ai.getVideoGenerationJob(handle);
}
if (job.status !== 'succeeded') throw new Error(`The job ended as ${job.status}.`);
const { data, mimeType } = await ai.fetchVideoGenerationResult(handle);
if (data) await writeFile(output, data);
console.log(`${mimeType}, ${data?.byteLength} bytes`);
