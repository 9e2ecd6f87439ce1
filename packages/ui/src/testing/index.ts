export { type ChatClient, chatServer, type ChatScript } from './chat.ts';
export { type FakeClient, fakeClient, type SentRequest } from './fake-client.ts';
export { createFakeServer, type FakeAnswer, type FakeServer } from './fake-server.ts';
export { governedState, readinessOf, requirement, review } from './governance.ts';
export { problem } from './problem.ts';
export { contentRecord, MemoryStorage } from './records.ts';
