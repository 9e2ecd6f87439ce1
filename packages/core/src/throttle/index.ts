export { Attempt, Attempts } from './attempt.ts';
export { type Allowance, isUsedUp, reserveAttempt, returnAttempt, sweepAttempts, TooManyAttemptsError } from './reserve.ts';
export { throttleKey } from './throttle-key.ts';
