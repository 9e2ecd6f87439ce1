/** The browser's functions for passkeys, which are missing without HTTPS. */
interface JsonCapable {
  parseCreationOptionsFromJSON?(options: unknown): PublicKeyCredentialCreationOptions;
}

function capability(): JsonCapable | undefined {
  return typeof PublicKeyCredential === 'undefined' ? undefined : (PublicKeyCredential as unknown as JsonCapable);
}

/** Whether this browser can create passkeys at this address. */
export function canMakePasskeys(): boolean {
  return typeof capability()?.parseCreationOptionsFromJSON === 'function';
}

/**
 * Asks the device to create a passkey.
 *
 * @param options the response of the server
 * @returns the credential to send to the server
 * @throws DOMException `NotAllowedError` when the user cancels
 */
export async function makePasskey(options: unknown): Promise<object> {
  const publicKey = capability()?.parseCreationOptionsFromJSON?.(options);
  if (publicKey === undefined) throw new Error('This browser cannot create passkeys for this address.');
  const made = await navigator.credentials.create({ publicKey });
  if (made === null || !('toJSON' in made)) throw new Error('No passkey was created.');
  return (made as PublicKeyCredential).toJSON() as object;
}
