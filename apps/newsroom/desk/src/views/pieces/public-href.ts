interface Addressed {
  readonly status: string;
  readonly type: string;
  readonly slug?: string;
  readonly context?: string;
}

/** The public address of a piece; null if it is not public. */
export function publicHref({ status, type, slug = '', context = '' }: Addressed): string | null {
  if (status !== 'published' || slug === '') return null;
  const kind = type === 'content-document' || type === 'document' ? 'documents' : 'articles';
  return `/${[kind, ...(context === '' ? [] : context.split('/')), slug].map(encodeURIComponent).join('/')}`;
}
