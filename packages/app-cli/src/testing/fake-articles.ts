import { isPlainObject } from '@colophon/contract';
import { problem, type FakeAnswer, type SeenRequest } from './fake-http.ts';

/** A record of the fake newsroom. */
export type FakeArticle = Readonly<Record<string, unknown>> & { readonly id: string; readonly rev: number };

/** `/api/articles` with pages, ETags, preconditions, idempotency and problem details, as in the real API. */
export class FakeArticles {
  readonly items = new Map<string, FakeArticle>();
  /** Return the next page in a Link header instead of a cursor. */
  linksInHeader = false;
  readonly #replies = new Map<string, FakeAnswer>();
  #next = 1;

  add(fields: Readonly<Record<string, unknown>>): FakeArticle {
    const article = { status: 'draft', ...fields, id: `a${this.#next}`, rev: 1 };
    this.#next += 1;
    this.items.set(article.id, article);
    return article;
  }

  handle(request: SeenRequest): FakeAnswer | undefined {
    const [, , collection, id, ...rest] = request.path.split('/');
    if (collection !== 'articles') return undefined;
    if (id === undefined) return request.method === 'GET' ? this.#list(request) : this.#create(request);
    if (request.method === 'POST' && id === 'refresh') return { status: 200, json: { refreshed: this.items.size } };
    const article = this.items.get(decodeURIComponent(id));
    if (article === undefined) return problem(404, 'not_found', `There is no article ${decodeURIComponent(id)}`);
    if (rest.length > 0)
      return { status: 200, json: { id: article.id, action: rest.map(decodeURIComponent).join('/'), input: request.json ?? null } };
    if (request.method === 'GET') return shown(article, 200);
    if (request.method === 'DELETE') {
      this.items.delete(article.id);
      return { status: 204 };
    }
    return this.#update(request, article);
  }

  #list({ query }: SeenRequest): FakeAnswer {
    const limit = Number(query.get('limit') ?? 50);
    const offset = Number(query.get('cursor')?.replace('after-', '') ?? query.get('offset') ?? 0);
    if (!Number.isInteger(limit) || limit < 0 || limit > 1000) return problem(400, 'query_faulty', 'limit must be 0 to 1000');
    const all = [...this.items.values()];
    const items = all.slice(offset, offset + limit);
    const next = offset + limit < all.length ? offset + limit : undefined;
    const page = { items, count: all.length, limit, offset };
    if (next === undefined) return { status: 200, json: page };
    if (!this.linksInHeader) return { status: 200, json: { ...page, nextCursor: `after-${next}` } };
    return { status: 200, json: page, headers: { link: `</api/articles?limit=${limit}&offset=${next}>; rel="next"` } };
  }

  #create(request: SeenRequest): FakeAnswer {
    const key = request.headers['idempotency-key'];
    const before = typeof key === 'string' ? this.#replies.get(key) : undefined;
    if (before !== undefined) return before;
    const input = isPlainObject(request.json) ? request.json : {};
    if (typeof input['title'] !== 'string' || input['title'] === '') {
      return problem(422, 'validation', 'One field is wrong', {
        errors: [{ pointer: '/title', code: 'required', detail: 'must not be empty' }],
      });
    }
    const answer = shown(this.add(input), 201);
    if (typeof key === 'string') this.#replies.set(key, answer);
    return answer;
  }

  #update(request: SeenRequest, article: FakeArticle): FakeAnswer {
    const match = request.headers['if-match'];
    if (match === undefined) return problem(428, 'precondition_required', 'Send If-Match');
    if (/^"(\d+)/.exec(match)?.[1] !== String(article.rev)) return problem(412, 'precondition_failed', `It is at revision ${article.rev}`);
    const changed = { ...article, ...(isPlainObject(request.json) ? request.json : {}), id: article.id, rev: article.rev + 1 };
    this.items.set(article.id, changed);
    return shown(changed, 200);
  }
}

function shown(article: FakeArticle, status: number): FakeAnswer {
  return {
    status,
    json: article,
    headers: { etag: `"${article.rev}-hash"`, ...(status === 201 && { location: `/api/articles/${article.id}` }) },
  };
}
