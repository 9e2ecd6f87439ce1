import { describe, expect, it } from 'vitest';
import { ColophonError } from '../../errors/colophon-error.ts';
import { problemResponse } from './problem.ts';

describe('a problem document', () => {
  it('keeps its own members, whatever an error adds: the answer of another site is not ours', async () => {
    const extensions = { status: 304, code: 'mine', title: 'Not Modified', upstreamStatus: 304 };
    const error = new ColophonError(502, 'fetch_failed', 'The site did not answer.', { extensions });
    const response = problemResponse(error, { instance: '/x', requestId: 'request-1' });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ status: 502, code: 'fetch_failed', title: 'Bad Gateway', upstreamStatus: 304 });
  });
});
