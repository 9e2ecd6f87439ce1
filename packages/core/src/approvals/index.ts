export { loopApprovals, type LoopApproval, type LoopApprovalOptions, type LoopApprovals, type LoopCall } from './approval-store.ts';
export { type AgentCall, approvalOf, endCallsOfGrant } from './agent-calls.ts';
export { ApprovalDeclinedError } from './approval-declined-error.ts';
export { addPendingCall, decidePendingCall, endPendingCall, usePendingCall, type WaitingCall } from './decide-call.ts';
export type { CallDecision } from './decide-waiting.ts';
export { awaitDecision } from './await-decision.ts';
export { digestOfCall } from './digest-of-call.ts';
export { CALL_ORIGINS, CALL_STATES, type CallOrigin, type CallState, PendingCall, PendingCalls } from './pending-call.ts';
export { sweepPendingCalls } from './sweep-calls.ts';
