import { ACCOUNT_PATHS } from '@colophon/contract';

/** The JSON-LD context of signed accounts: what their own terms mean. It never changes; other terms get another address. */
export function accountContext(baseUrl: string): Record<string, unknown> {
  const term = (name: string): string => `${baseUrl}${ACCOUNT_PATHS.context}#${name}`;
  return {
    '@context': {
      '@version': 1.1,
      '@protected': true,
      PublicationCredential: term('PublicationCredential'),
      CorrectionCredential: term('CorrectionCredential'),
      iat: { '@id': term('iat'), '@type': 'http://www.w3.org/2001/XMLSchema#integer' },
      contentId: term('contentId'),
      version: { '@id': term('version'), '@type': 'http://www.w3.org/2001/XMLSchema#integer' },
      textDigest: term('textDigest'),
      transparency: { '@id': term('transparency'), '@type': '@json' },
      correction: { '@id': term('correction'), '@type': '@json' },
    },
  };
}
