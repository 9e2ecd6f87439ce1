export { createFakeAI, type FakeAI, type FakeAnswer, type FakeScript } from './create-fake-ai.ts';
export { createRecorder, type Recorder, type RecorderOptions } from './record-replay.ts';
