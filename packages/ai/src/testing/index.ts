export { createFakeAI, type FakeAI, type FakeAnswer, type FakeScript } from './create-fake-ai.ts';
