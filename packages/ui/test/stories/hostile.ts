/** Texts that someone could write to harm whoever is shown them: they run nothing, load nothing and break no layout. */
export const HOSTILE = {
  markup: '<script>alert(1)</script><img src="https://elsewhere.example/x.png" onerror="alert(2)"><style>*{display:none}</style>',
  attribute: '" onmouseover="alert(3)" style="position:fixed;inset:0',
  template: '{{constructor.constructor("alert(4)")()}} ${alert(5)} <%= alert(6) %>',
  link: 'javascript:alert(7)',
  long: 'W'.repeat(10_000),
  stacked: `Z${'\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309'.repeat(5)}algo`,
  reversed: '\u202egnp.exe\u202c report \u2066\u2067\u2068',
  controls: 'a\u0000b\u0007c\u001b[31md\u007f\ud800e',
  emoji: '👩‍👩‍👧‍👦'.repeat(40),
  arabic: 'وافق المجلس على الميزانية في جلسة ليلية — Council 2026',
} as const;

/** All of it in one line. */
export const HOSTILE_TEXT = Object.values(HOSTILE).join(' ');
