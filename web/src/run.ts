// What a run holds at a step: the changes of all steps up to it, put together.
import type { Run } from "./model";

export interface Held { value: string; targets: [number, number][] }
export interface Moment { held: Map<number, Held>; freed: Set<number>; changed: Set<number> }

const EVERY = 64;

/** Moments of a run; some of them are kept, so that going back costs no more than going on. */
export class Moments {
  private kept: Moment[] = [{ held: new Map(), freed: new Set(), changed: new Set() }];

  constructor(private run: Run) {}

  at(step: number): Moment {
    const mark = Math.floor(step / EVERY);
    for (let next = this.kept.length; next <= mark; next++) {
      this.kept.push(this.after(this.kept[next - 1], (next - 1) * EVERY, next * EVERY - 1));
    }
    return this.after(this.kept[mark], mark * EVERY, step);
  }

  /** From the moment before step `first` to the one at step `last`. */
  private after(before: Moment, first: number, last: number): Moment {
    const held = new Map(before.held);
    const freed = new Set(before.freed);
    const changed = new Set<number>();
    for (let number = first; number <= last && number < this.run.steps.length; number++) {
      for (const [row, value, targets] of this.run.steps[number].changes) {
        if (value === null) held.delete(row);
        else held.set(row, { value, targets });
        if (number === last && number > 0) changed.add(row);
      }
      for (const box of this.run.steps[number].freed) freed.add(box);
    }
    return { held, freed, changed };
  }
}
