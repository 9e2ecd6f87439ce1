/** What a browser needs for passkeys beside the interface that all of them have; a page without HTTPS has neither. */
interface JsonCapable {
  parseCreationOptionsFromJSON?(options: unknown): PublicKeyCredentialCreationOptions;
}

function capability(): JsonCapable | undefined {
  return typeof PublicKeyCredential === 'undefined' ? undefined : (PublicKeyCredential as unknown as JsonCapable);
}

/** Whether passkeys can be made with this browser, at this address. */
export function canMakePasskeys(): boolean {
  return typeof capability()?.parseCreationOptionsFromJSON === 'function';
}

/**
 * Asks the device to make a passkey.
 *
 * @param options what the server answered
 * @returns what the server is to be sent
 * @throws DOMException `NotAllowedError` when the person does not go on
 */
export async function makePasskey(options: unknown): Promise<object> {
  const publicKey = capability()?.parseCreationOptionsFromJSON?.(options);
  if (publicKey === undefined) throw new Error('This browser makes no passkeys here.');
  const made = await navigator.credentials.create({ publicKey });
  if (made === null || !('toJSON' in made)) throw new Error('No passkey was made.');
  return (made as PublicKeyCredential).toJSON() as object;
}
