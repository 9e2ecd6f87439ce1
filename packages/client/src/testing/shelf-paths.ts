interface Book {
  id: string;
  rev: number;
  title: string;
  pages: number | null;
  shelf: string;
}

type Json<Body> = { content: { 'application/json': Body } };

/** The paths of the shelf in the format of `generateTypes`, for tests of requests rather than types. */
export interface ShelfPaths {
  '/books': {
    get: {
      parameters: { query?: { limit?: number; cursor?: string; orderBy?: string; offset?: number; title?: string } };
      responses: { 200: Json<{ items: Book[]; count: number; limit: number; offset: number; nextCursor?: string }> };
    };
    post: {
      parameters: object;
      requestBody: Json<{ title: string; pages?: number | null; shelf?: string }>;
      responses: { 201: Json<Book> };
    };
  };
  '/books/{id}': {
    get: { parameters: { path: { id: string } }; responses: { 200: Json<Book> } };
    put: {
      parameters: { path: { id: string } };
      requestBody: Json<{ title?: string; pages?: number | null; shelf?: string }>;
      responses: { 200: Json<Book> };
    };
    delete: { parameters: { path: { id: string } }; responses: { 204: { content?: never } } };
  };
  '/books/{id}/lend': {
    post: { parameters: { path: { id: string } }; requestBody: Json<{ to: string }>; responses: { 200: Json<{ lentTo: string }> } };
  };
}
