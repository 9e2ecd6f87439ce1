export { Attempt, Attempts } from './attempt.ts';
export { type Allowance, isUsedUp, reserveAttempt, returnAttempt, TooManyAttemptsError } from './reserve.ts';
export { throttleKey } from './throttle-key.ts';
