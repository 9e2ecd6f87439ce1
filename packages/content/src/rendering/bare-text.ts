/** Letters of other scripts, and small capitals, that people and models take for those of a to z. */
const LOOK_ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑᴀ',
    b: 'ьвʙβ',
    c: 'сϲᴄ',
    d: 'ԁᴅ',
    e: 'еєεᴇҽ',
    f: 'ꜰƒ',
    g: 'ɡɢԍ',
    h: 'һʜн',
    i: 'іιıɪ',
    j: 'јᴊϳ',
    k: 'кκᴋ',
    l: 'ӏʟⅼ',
    m: 'мᴍμ',
    n: 'пɴոη',
    o: 'оοσᴏօ',
    p: 'рρᴘ',
    q: 'ԛզ',
    r: 'гʀᴦ',
    s: 'ѕꜱʂ',
    t: 'тτᴛ',
    u: 'υᴜս',
    v: 'νᴠѵ',
    w: 'ԝωᴡѡ',
    x: 'хχ',
    y: 'уγʏү',
    z: 'ᴢʐ',
  }).flatMap(([letter, others]) => Array.from(others, (other): [string, string] => [other, letter])),
);
const LOOK_ALIKES = new RegExp(`[${Object.keys(LOOK_ALIKE).join('')}]`, 'gu');

/** Returns only letters and digits in one form, so that texts that read the same, or look the same, are equal. */
export function bareText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replaceAll(LOOK_ALIKES, (letter) => LOOK_ALIKE[letter] ?? letter);
}
