import type { ModelDrift } from '../interface/spending.ts';

/** Models whose costs are compared; further ones are left out. */
const MOST_MODELS = 1000;

/** Compares the costs that vendors report with the costs by price, by model, in the memory of this process. */
export class DriftRecord {
  #models = new Map<string, { calls: number; reported: number; priced: number }>();

  add(model: string, reported: number, priced: number): void {
    let entry = this.#models.get(model);
    if (entry === undefined) {
      if (this.#models.size >= MOST_MODELS) return;
      this.#models.set(model, (entry = { calls: 0, reported: 0, priced: 0 }));
    }
    entry.calls += 1;
    entry.reported += reported;
    entry.priced += priced;
  }

  /** The models, the largest drift first. */
  list(): ModelDrift[] {
    const rows = [...this.#models].map(([model, { calls, reported, priced }]): ModelDrift => {
      return { model, calls, reported, priced, ...(priced > 0 ? { ratio: reported / priced } : {}) };
    });
    return rows.toSorted((a, b) => Math.abs(b.reported - b.priced) - Math.abs(a.reported - a.priced));
  }
}
