import { askForKeys, askPublisher } from './ask-publisher.ts';
import { checkMaterial, siteOf } from './check-material.ts';
import { type Material, MaterialError, MAXIMUM_BYTES } from './material.ts';
import { addFile, addText } from './read-given.ts';
import { tell } from './sentences.ts';
import { type NextStep, showProblem, showResult, showWork } from './show-result.ts';

const UNREADABLE = 'It cannot be read: it may be damaged, or too large for this browser.';
const TOO_OLD = 'This browser cannot check signatures. Use a newer one, or the command: npx --no-install newsroom verify <address or file>';

/** The page: takes addresses, files and texts, and shows what a check of them found. */
export class CheckPage {
  readonly #section = find<HTMLElement>('result');
  readonly #address = find<HTMLInputElement>('address');
  readonly #pasted = find<HTMLTextAreaElement>('pasted');
  readonly #file = find<HTMLInputElement>('file');
  /** What was given until now: files and texts are checked together. */
  #material: Material = {};
  /** The number of what was asked for last: an earlier check that ends later shows nothing. */
  #asked = 0;

  start(): void {
    find('ask').addEventListener('submit', (event) => {
      event.preventDefault();
      // Another piece: what was given of the one before is not mixed with it, except the text to compare.
      void this.#check(async ({ printed }) => ({ ...(await askPublisher(this.#address.value)), printed }));
    });
    find('compare').addEventListener('click', () => void this.#check((before) => addText(before, this.#pasted.value)));
    find('clear').addEventListener('click', () => this.#startOver());
    this.#file.addEventListener('change', () => void this.#take([...(this.#file.files ?? [])]));
    this.#takeDropped();
    // A saved copy cannot be saved from an address of its own.
    if (location.protocol === 'file:') find('save').replaceWith('This is a saved copy. Keep it');
    addEventListener('hashchange', () => this.#checkNamed());
    this.#checkNamed();
  }

  /** Gathers, checks, and shows what was found. */
  async #check(gather: (before: Material) => Material | Promise<Material>): Promise<void> {
    const turn = (this.#asked += 1);
    showWork(this.#section);
    try {
      await requireSignatures();
      const gathered = await gather(this.#material);
      if (turn !== this.#asked) return;
      this.#material = gathered;
      const checked = await checkMaterial(gathered);
      if (turn !== this.#asked) return;
      showResult(this.#section, tell(checked), checked.text, checked.keysFrom === 'account' ? this.#keysStep() : undefined);
    } catch (error) {
      if (turn !== this.#asked) return;
      const { account, keys } = this.#material;
      const lacksKeys = account !== undefined && keys === undefined;
      showProblem(this.#section, error instanceof MaterialError ? error.message : UNREADABLE, lacksKeys ? this.#keysStep() : undefined);
    }
  }

  #keysStep(): NextStep | undefined {
    const site = siteOf(this.#material);
    if (site === undefined) return undefined;
    return { label: `Get the keys from ${new URL(site).host}`, run: () => void this.#check((before) => askForKeys(before, site)) };
  }

  async #take(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    await this.#check(async (before) => {
      let after = before;
      // A page may need the account that was given with it.
      for (const each of files.toSorted((a, b) => Number(isPage(a)) - Number(isPage(b)))) after = addFile(after, await bytesOf(each));
      return after;
    });
    this.#file.value = '';
  }

  #takeDropped(): void {
    addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.dataset['dropping'] = '';
    });
    for (const kind of ['dragleave', 'drop'] as const) addEventListener(kind, () => delete document.body.dataset['dropping']);
    addEventListener('drop', (event) => {
      event.preventDefault();
      void this.#take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  #startOver(): void {
    this.#asked += 1;
    this.#material = {};
    for (const field of [this.#address, this.#pasted, this.#file]) field.value = '';
    this.#section.hidden = true;
    this.#address.focus();
  }

  /** The part after # names a piece. One of this site is checked at once; nothing is asked of others before somebody wants it. */
  #checkNamed(): void {
    const named = decoded(location.hash.slice(1));
    if (named === '') return;
    this.#address.value = named;
    if (URL.parse(named)?.origin === location.origin) void this.#check(() => askPublisher(named));
  }
}

function find<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function isPage({ name }: File): boolean {
  return /\.x?html?$/i.test(name);
}

/** @throws MaterialError if it is too large */
async function bytesOf(file: File): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  if (file.size > MAXIMUM_BYTES) throw new MaterialError(`${file.name.slice(0, 100)} is larger than ${MAXIMUM_BYTES / 1_000_000} MB.`);
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** @throws MaterialError if this browser does not know the signatures of accounts */
async function requireSignatures(): Promise<void> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']);
  } catch (error) {
    // A key of zeros may be refused as a key, but not as an algorithm.
    if (error instanceof DOMException && error.name === 'DataError') return;
    throw new MaterialError(TOO_OLD);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
