import { Hono } from 'hono';
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

  it('takes what a host has: a request, or the context of its handler', async () => {
    const error = new ColophonError(409, 'taken', 'The place is taken.');
    const request = new Request('http://tables.example/book?secret=1', { headers: { 'x-request-id': 'request-12' } });
    expect(await problemResponse(error, request).json()).toMatchObject({ code: 'taken', instance: '/book', requestId: 'request-12' });
    const app = new Hono();
    app.get('/book', () => {
      throw error;
    });
    app.onError(problemResponse);
    const response = await app.request(request);
    expect(response.status).toBe(409);
    expect(response.headers.get('x-request-id')).toBe('request-12');
    expect(await response.json()).toMatchObject({ code: 'taken', instance: '/book', requestId: 'request-12' });
  });
});
