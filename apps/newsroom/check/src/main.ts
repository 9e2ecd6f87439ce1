import { askForKeys, askPublisher } from './ask-publisher.ts';
import { checkMaterial, siteOf } from './check-material.ts';
import { type Material, MaterialError, MAXIMUM_BYTES } from './material.ts';
import { addFile, addText } from './read-given.ts';
import { tell } from './sentences.ts';
import { type NextStep, showProblem, showResult, showWork } from './show-result.ts';

/** Makes the page work. */
function start(): void {
  const section = find<HTMLElement>('result');
  const address = find<HTMLInputElement>('address');
  const pasted = find<HTMLTextAreaElement>('pasted');
  const file = find<HTMLInputElement>('file');

  /** What was given until now: files and texts are checked together. */
  let material: Material = {};
  /** The last thing that was asked for: an earlier one that ends later shows nothing. */
  let asked = 0;

  /** Gathers, checks, and shows what was found. */
  async function check(gather: (before: Material) => Material | Promise<Material>): Promise<void> {
    const turn = (asked += 1);
    showWork(section);
    try {
      await requireSignatures();
      const gathered = await gather(material);
      if (turn !== asked) return;
      material = gathered;
      const checked = await checkMaterial(material);
      if (turn !== asked) return;
      showResult(section, tell(checked), checked.text, checked.keysFrom === 'account' ? keysStep() : undefined);
    } catch (error) {
      if (turn !== asked) return;
      const message =
        error instanceof MaterialError ? error.message : 'It cannot be read: it may be damaged, or too large for this browser.';
      showProblem(section, message, material.account !== undefined && material.keys === undefined ? keysStep() : undefined);
    }
  }

  function keysStep(): NextStep | undefined {
    const site = siteOf(material);
    if (site === undefined) return undefined;
    return { label: `Get the keys from ${new URL(site).host}`, run: () => void check((before) => askForKeys(before, site)) };
  }

  /** @throws MaterialError if this browser does not know the signatures of accounts */
  async function requireSignatures(): Promise<void> {
    try {
      await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']);
    } catch (error) {
      // A key of zeros may be refused as a key, but not as an algorithm.
      if (error instanceof DOMException && error.name === 'DataError') return;
      throw new MaterialError(
        'This browser cannot check signatures. Use a newer one, or the command: npx --no-install newsroom verify <address or file>',
      );
    }
  }

  async function takeFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    await check(async (before) => {
      let after = before;
      // The keys and accounts first: a page may need the account that was given with it.
      for (const each of files.toSorted((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
        if (each.size > MAXIMUM_BYTES)
          throw new MaterialError(`${each.name.slice(0, 100)} is larger than ${MAXIMUM_BYTES / 1_000_000} MB.`);
        after = addFile(after, { name: each.name, bytes: new Uint8Array(await each.arrayBuffer()) });
      }
      return after;
    });
    file.value = '';
  }

  function isPage({ name }: File): boolean {
    return /\.x?html?$/i.test(name);
  }

  find('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    // Another piece: what was given of the one before is not mixed with it, except the text to compare.
    void check(async ({ printed }) => ({ ...(await askPublisher(address.value)), printed }));
  });
  find('compare').addEventListener('click', () => void check((before) => addText(before, pasted.value)));
  find('clear').addEventListener('click', () => {
    asked += 1;
    material = {};
    for (const field of [address, pasted, file]) field.value = '';
    section.hidden = true;
    address.focus();
  });
  file.addEventListener('change', () => void takeFiles([...(file.files ?? [])]));

  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.dataset['dropping'] = '';
  });
  for (const kind of ['dragleave', 'drop'] as const) addEventListener(kind, () => delete document.body.dataset['dropping']);
  addEventListener('drop', (event) => {
    event.preventDefault();
    void takeFiles([...(event.dataTransfer?.files ?? [])]);
  });

  // A saved copy cannot be saved from an address of its own.
  if (location.protocol === 'file:') find('save').replaceWith('This is a saved copy. Keep it');

  /** The part after # names a piece. One of this site is checked at once; nothing is asked of others before somebody wants it. */
  function checkNamed(): void {
    const named = decodeURIComponentSafely(location.hash.slice(1));
    if (named === '') return;
    address.value = named;
    if (URL.parse(named)?.origin === location.origin) void check(async () => askPublisher(named));
  }

  addEventListener('hashchange', checkNamed);
  checkNamed();
}

function find<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

start();
