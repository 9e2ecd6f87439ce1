import { readPictureSize, type PictureSize } from './picture-size.ts';

/** What pictures cost with one vendor: at most, for a picture of a size, and for one whose size is not known. */
interface PictureRule {
  most: number;
  of?(size: PictureSize): number;
}

/**
 * The most that any rule below reaches, for servers whose models are not known: tiles of 5,667 tokens, of which a picture has at most
 * eight, and 2,833 for the whole.
 */
const UNKNOWN: PictureRule = { most: 2833 + 8 * 5667 };

/** A token for 28 × 28 pixels, in pictures reduced to at most 4,784 of them; reviewed 2026-11-23. */
const claude: PictureRule = { most: 4784, of: (size) => patches(size, 28) };

/** A token for 32 × 32 pixels, at most 10,000 patches, times the largest factor of the vendor's small models; reviewed 2026-11-23. */
const gpt: PictureRule = { most: 10_000 * 2.46, of: (size) => patches(size, 32) * 2.46 };

/** Older models of the same vendor count tiles of 512 pixels, of which a reduced picture has at most eight. */
const gptMini: PictureRule = UNKNOWN;
const gptTiles: PictureRule = { most: 85 + 8 * 170 };

/** The highest resolution of the current models; older ones cut large pictures into tiles of 258 tokens; reviewed 2026-11-23. */
const gemini: PictureRule = { most: 2240 };
const geminiTiles: PictureRule = { most: 258 * 64, of: ({ width, height }) => 258 * (1 + tiles(width, height)) };

/** Names from the table of vendors. A vendor that serves other vendors' models is not among them. */
const rules: Readonly<Record<string, readonly (readonly [RegExp, PictureRule])[]>> = {
  'assistant-hosted': [[/^claude-/, claude]],
  'general-hosted': [
    [/^gpt-4o-mini/, gptMini],
    [/^(?:gpt-4o|gpt-4\.5|o1|o3)(?!-mini)/, gptTiles],
    [/^(?:gpt-4\.1|gpt-5|gpt-6|o4-mini)/, gpt],
  ],
  'multimodal-hosted': [
    [/^gemini-3/, gemini],
    [/^gemini-/, geminiTiles],
  ],
};

/**
 * The most tokens that a picture in a prompt can cost, by vendor, model and size. Every figure is an upper bound: a picture that the vendor
 * reduces is counted at its full size, up to the vendor's own maximum.
 *
 * @param data the bytes, or base64; `undefined` if the vendor fetches the picture
 */
export function mostPictureTokens(kind: string, model: string, data: Uint8Array | string | undefined): number {
  const rule = rules[kind]?.find(([pattern]) => pattern.test(model))?.[1] ?? UNKNOWN;
  if (rule.of === undefined || data === undefined) return Math.ceil(rule.most);
  const size = readPictureSize(typeof data === 'string' ? headOf(data) : data);
  return Math.ceil(size === undefined ? rule.most : Math.min(rule.most, rule.of(size)));
}

/** The header of a picture given as base64; a long profile may precede the size, but no more than this. */
function headOf(base64: string): Uint8Array {
  const head = base64.slice(0, 400_000);
  try {
    return Uint8Array.from(atob(head.slice(0, head.length - (head.length % 4))), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function patches({ width, height }: PictureSize, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

function tiles(width: number, height: number): number {
  const unit = Math.max(256, Math.min(768, Math.floor(Math.min(width, height) / 1.5)));
  return Math.ceil(width / unit) * Math.ceil(height / unit);
}
