import { describe, expect, it } from 'vitest';
import { isProblemDetails, type ProblemDetails } from './problem.ts';

const problem: ProblemDetails = {
  type: 'about:blank',
  title: 'Unprocessable Content',
  status: 422,
  detail: 'One field is wrong',
  instance: '/api/v1/articles',
  code: 'validation',
  requestId: 'r-1',
  errors: [{ pointer: '/title', code: 'required', detail: 'title is required' }],
  hint: 'Send a title',
  retryable: false,
};

describe('isProblemDetails', () => {
  it('accepts problem details, with and without the optional members', () => {
    const { errors: _errors, hint: _hint, retryable: _retryable, ...least } = problem;
    expect(isProblemDetails(problem)).toBe(true);
    expect(isProblemDetails(least)).toBe(true);
  });

  it('allows extension members', () => {
    expect(isProblemDetails({ ...problem, profileKey: 'publication', blockingRequirements: [] })).toBe(true);
  });

  it.each([
    ['null', null],
    ['a string', 'Bad Gateway'],
    ['a list', [problem]],
    ['an error of another kind', { message: 'no' }],
    ['no code', { ...problem, code: undefined }],
    ['a status that is not an error', { ...problem, status: 200 }],
    ['a status in text', { ...problem, status: '422' }],
    ['errors that are not a list', { ...problem, errors: {} }],
    ['a fault without a pointer', { ...problem, errors: [{ code: 'x', detail: 'y' }] }],
    ['a hint that is not text', { ...problem, hint: 1 }],
    ['retryable in text', { ...problem, retryable: 'yes' }],
  ])('refuses %s', (_what, value) => {
    expect(isProblemDetails(value)).toBe(false);
  });
});
