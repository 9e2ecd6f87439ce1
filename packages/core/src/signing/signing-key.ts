import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';

/** The public part of a key that this application signs, or once signed, with. The private part is never in the database. */
export class SigningKey extends object(
  {
    kid: text({ required: true, maxLength: 100, description: 'The RFC 7638 thumbprint of the key.' }),
    publicJwk: json({ required: true, description: 'The public key as a JWK.' }),
    notBefore: datetime({ required: true, description: 'Nothing was signed with it before.' }),
    retiredAt: datetime({ description: 'Nothing was signed with it after; null while it is in use.' }),
    revokedAt: datetime({ description: 'Since when somebody else may have signed with it; null if it was not compromised.' }),
  },
  {
    table: 'signing_keys',
    api: false,
    mcp: false,
    cli: false,
    unique: [['kid']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'The public parts of the keys that this application signs with.',
  },
) {}

/** The keys that this application signs, or once signed, with. */
export class SigningKeys extends collection(SigningKey) {}
