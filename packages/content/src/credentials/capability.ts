import {
  ACCOUNT_CREDENTIAL_MEDIA_TYPE,
  EDITION_KINDS,
  type EditionKind,
  SIGNED_ACCOUNT_FORMAT,
  SIGNED_EDITION_FORMAT,
  type SignedAccount,
} from '@colophon/contract';
import { SigningKeys } from '@colophon/core/signing';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { credentialRoutes } from './credential-routes.ts';
import { describeCredentials } from './describe-credentials.ts';
import { readCredential, readSignedAccount } from './read-account.ts';
import { signPending } from './sign-pending.ts';

const AccountInput = z.strictObject({
  edition: z.int().min(1).optional().describe('The number of an edition; the latest publication by default.'),
  version: z.int().min(1).optional().describe('The number of the version that a publication or correction stored.'),
  revision: z.int().min(1).optional().describe('The revision of a publication that stored no version.'),
});
type AccountInput = z.infer<typeof AccountInput>;

const CredentialAnswer = z.object({
  contentId: z.string(),
  edition: z.int().nullable().describe('Null for a publication from before there were editions.'),
  version: z.int().nullable().describe('Null for a publication that stored no version, because no assignment governs its type.'),
  revision: z.int().nullable().describe('The revision of the record, for a publication that stored no version.'),
  kind: z.enum(EDITION_KINDS),
  kid: z.string().describe('The key that signed it.'),
  credential: z.string().describe(`The signed account: a compact JWS, ${ACCOUNT_CREDENTIAL_MEDIA_TYPE}.`),
});

const SignedAccountAnswer = z.object({
  format: z.enum([SIGNED_ACCOUNT_FORMAT, SIGNED_EDITION_FORMAT]),
  credential: z.string(),
  text: z.record(z.string(), z.json()).describe('The public fields at publication.'),
  shown: z
    .record(z.string(), z.json())
    .nullable()
    .optional()
    .describe('What was shown with the text: pictures, files, facts, references, tags. Only of editions.'),
  disclosures: z
    .array(z.string())
    .optional()
    .describe('The names of the authors, whose digests are signed: base64url of [salt, "author", name]. Only of editions.'),
  corrections: z
    .array(z.union([z.string(), z.object({ credential: z.string() })]))
    .describe('The signed corrections issued since; all of them for a publication without a version.'),
  proof: z.string().optional().describe('That it is in the transparency log, with a signed head; absent if it is not yet.'),
  timestamp: z.string().optional().describe('A time stamp of that head, in base64.'),
});

/** A signed account in its public form. It names the edition, and either a version or the revision of a publication that stored none. */
export interface AnsweredCredential {
  readonly contentId: string;
  readonly edition: number | null;
  readonly version: number | null;
  readonly revision: number | null;
  readonly kind: EditionKind;
  readonly kid: string;
  readonly credential: string;
}

/** Publications and corrections are signed, so that anyone can verify them without trusting the database. */
export const credentials = capability({
  stores: [SigningKeys],
  loops: [{ every: 1000, run: signPending }],
  routes: credentialRoutes,
  describe: describeCredentials,
  record: {
    operations: {
      getCredential: {
        method: 'GET',
        path: ['credential'],
        input: AccountInput,
        output: CredentialAnswer,
        description: 'Get the signed account of a publication or correction, as a Verifiable Credential.',
      },
      getSignedAccount: {
        method: 'GET',
        path: ['account'],
        input: AccountInput,
        output: SignedAccountAnswer,
        description: 'Get the signed account with its text and later corrections, for offline verification.',
      },
    },
    methods: {
      /** Returns the signed account of a publication or correction. @throws NotFoundError if there is none */
      async getCredential(this: ContentRecord, selection: AccountInput = {}): Promise<AnsweredCredential> {
        const { edition, version, revision, kind, kid, jws } = await readCredential(this, selection);
        return { contentId: this.id, edition, version, revision, kind, kid, credential: jws };
      },

      /** Returns the signed account with its text and later corrections, for offline verification. @throws NotFoundError if there is none */
      getSignedAccount(this: ContentRecord, selection: AccountInput = {}): Promise<SignedAccount> {
        return readSignedAccount(this, selection);
      },
    },
  },
});
