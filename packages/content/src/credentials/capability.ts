import { ACCOUNT_CREDENTIAL_MEDIA_TYPE, SIGNED_ACCOUNT_FORMAT, type SignedAccount } from '@colophon/contract';
import { SigningKeys } from '@colophon/core/signing';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { CREDENTIAL_KINDS, type CredentialKind, Credentials } from './credential.ts';
import { credentialRoutes } from './credential-routes.ts';
import { describeCredentials } from './describe-credentials.ts';
import { readCredential, readSignedAccount } from './read-account.ts';
import { signPending } from './sign-pending.ts';

const AccountInput = z.strictObject({
  version: z.int().min(1).optional().describe('The number of a publication or correction; the latest publication by default.'),
});
type AccountInput = z.infer<typeof AccountInput>;

const CredentialAnswer = z.object({
  contentId: z.string(),
  version: z.int(),
  kind: z.enum(CREDENTIAL_KINDS),
  kid: z.string().describe('The key that signed it.'),
  credential: z.string().describe(`The signed account: a compact JWS, ${ACCOUNT_CREDENTIAL_MEDIA_TYPE}.`),
});

const SignedAccountAnswer = z.object({
  format: z.literal(SIGNED_ACCOUNT_FORMAT),
  credential: z.string(),
  text: z.record(z.string(), z.json()).describe('The public fields at publication.'),
  corrections: z.array(z.string()).describe('The signed corrections issued since.'),
});

/** The signed account of one version, in its public form. */
export interface AnsweredCredential {
  readonly contentId: string;
  readonly version: number;
  readonly kind: CredentialKind;
  readonly kid: string;
  readonly credential: string;
}

/** Published versions are signed, so that anyone can verify them without trusting the database. */
export const credentials = capability({
  stores: [Credentials, SigningKeys],
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
      async getCredential(this: ContentRecord, { version: asked }: AccountInput = {}): Promise<AnsweredCredential> {
        const { version, kind, kid, jws } = await readCredential(this, asked);
        return { contentId: this.id, version, kind, kid, credential: jws };
      },

      /** Returns the signed account with its text and later corrections, for offline verification. @throws NotFoundError if there is none */
      getSignedAccount(this: ContentRecord, { version }: AccountInput = {}): Promise<SignedAccount> {
        return readSignedAccount(this, version);
      },
    },
  },
});
