import { ColophonError } from '@colophon/core';

/** The user must first show their second factor, or set one up. Responds with 403. */
export class SecondFactorRequiredError extends ColophonError {
  constructor() {
    super(403, 'second_factor_required', 'This requires a second factor, which this session has not shown.', {
      hint: 'Open /sign-in/second-factor in your browser, then try again.',
    });
  }
}
