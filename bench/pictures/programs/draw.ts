import { readFileSync } from 'node:fs';
import { drawHeadlineCard, drawStaticMap } from '@colophon/pictures';

// Draws one kind of picture repeatedly, and prints the resource usage. A separate process for each: memory is the process's.
const [kind = 'latin', rounds = '40'] = process.argv.slice(2);
const TITLES: Readonly<Record<string, readonly string[]>> = {
  latin: ['What is technical debt', 'Who pays for it in the end, and when is it due?', 'A short history of the town hall'],
  arabic: ['ما هو الدين التقني، ومن يدفع ثمنه', 'تاريخ موجز لمبنى البلدية في المدينة', 'إصدار Colophon 2026'],
  han: ['什么是技术债务', '最终由谁来承担技术债务的成本', '市政厅简史与未来'],
};

const draw = (round: number): Promise<unknown> => {
  if (kind === 'map') return drawStaticMap({ latitude: 60 + (round % 20), longitude: round % 40, place: `Place ${round}` });
  const titles = TITLES[kind] ?? [];
  return drawHeadlineCard({ title: `${titles[round % titles.length]} ${round}`, category: 'engineering' });
};

const times: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const start = performance.now();
  await draw(round);
  times.push(performance.now() - start);
}
const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
console.log(JSON.stringify({ first: times[0], warm: times.slice(5), resident }));
