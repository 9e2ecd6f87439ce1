export { askServer, checkClient, type CheckClientOptions } from './conformance/check-client.ts';
export { checkServer, type CheckServerOptions } from './conformance/check-server.ts';
export { habits, type Habit } from './conformance/habits.ts';
export type { Json, RecordedEvent, RecordedReply, Shape } from './conformance/recorded.ts';
export { formatReport } from './conformance/report.ts';
export type { ServerOptions } from './conformance/requests.ts';
export type {
  Ask,
  ConformanceReport,
  ConformanceResult,
  ConformanceWire,
  EndReason,
  WireAnswer,
  WireFailure,
} from './conformance/types.ts';
export { createUpstream, modelName, shapesOf } from './conformance/upstream.ts';
export type { WriteStyle } from './conformance/write-reply.ts';
