export { loopApprovals, type LoopApproval, type LoopApprovalOptions, type LoopApprovals, type LoopCall } from './approval-store.ts';
export { addPendingCall, type CallDecision, decidePendingCall, endPendingCall, usePendingCall, type WaitingCall } from './decide-call.ts';
export { digestOfCall } from './digest-of-call.ts';
export { CALL_ORIGINS, CALL_STATES, type CallOrigin, type CallState, PendingCall, PendingCalls } from './pending-call.ts';
export { sweepPendingCalls } from './sweep-calls.ts';
