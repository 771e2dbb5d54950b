// What a run holds at a step: the call stack and the global variables on the left, blocks of the heap on the right, and arrows.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Run, Step } from "./model";
import type { Held, Moment } from "./run";

interface Props { run: Run; step: Step; moment: Moment }
interface Arrow { path: string; changed: boolean }

export function BoxesView({ run, step, moment }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [arrows, setArrows] = useState<Arrow[]>([]);
  const rows = new Map<number, number[]>();
  for (const row of moment.held.keys()) {
    const box = run.rows[row][0];
    rows.set(box, [...(rows.get(box) ?? []), row]);
  }
  const pointedTo = new Set<number>();
  for (const { targets } of moment.held.values()) for (const [box] of targets) pointedTo.add(box);
  const frames = [...step.frames].reverse();
  const heap = run.boxes
    .map((_, number) => number)
    .filter((box) => run.boxes[box][0] === "heap" && (moment.freed.has(box) ? pointedTo.has(box) : rows.has(box)));

  useLayoutEffect(() => {
    const draw = () => field.current && setArrows(arrowsIn(field.current, moment));
    draw();
    window.addEventListener("resize", draw);
    return () => window.removeEventListener("resize", draw);
  }, [moment, run]);

  return (
    <div class="memory" ref={field} tabIndex={0} role="region" aria-label="variables and memory">
      <div class="stack">
        <h2>Call stack</h2>
        {frames.map((box, depth) => <BoxView run={run} box={box} rows={rows.get(box) ?? []} moment={moment} top={depth === 0} />)}
        {rows.has(0) && <BoxView run={run} box={0} rows={rows.get(0)!} moment={moment} />}
      </div>
      {heap.length > 0 && (
        <div class="heap">
          <h2>Heap</h2>
          {heap.map((box) => <BoxView run={run} box={box} rows={rows.get(box) ?? []} moment={moment} />)}
        </div>
      )}
      <svg class="arrows" aria-hidden="true">
        <defs>
          <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" /></marker>
        </defs>
        {arrows.map((arrow) => <path d={arrow.path} class={arrow.changed ? "changed" : ""} marker-end="url(#head)" />)}
      </svg>
    </div>
  );
}

interface BoxProps { run: Run; box: number; rows: number[]; moment: Moment; top?: boolean }

function BoxView({ run, box, rows, moment, top }: BoxProps) {
  const [kind, title, detail] = run.boxes[box];
  const isFreed = moment.freed.has(box);
  return (
    <table class={`box ${kind}${top ? " top-frame" : ""}${isFreed ? " freed" : ""}`} data-box={box}>
      <caption>{title}{detail && <small> {detail}</small>}{isFreed && <small> freed</small>}</caption>
      <tbody>
        {[...rows].sort((a, b) => a - b).map((row) => <RowView run={run} row={row} held={moment.held.get(row)!} changed={moment.changed.has(row)} />)}
        {rows.length === 0 && <tr><td class="quiet">{isFreed ? "its bytes are gone" : "no variables"}</td></tr>}
      </tbody>
    </table>
  );
}

function RowView({ run, row, held, changed }: { run: Run; row: number; held: Held; changed: boolean }) {
  const [, name, type] = run.rows[row];
  return (
    <tr data-row={row} class={changed ? "changed" : ""}>
      <th scope="row" title={type}>{name}</th>
      <td>
        <code class={held.value === "?" ? "open" : ""} title={held.value === "?" ? "it has no value yet" : type}>{held.value}</code>
        {changed && <span class="hidden"> (changed)</span>}
      </td>
    </tr>
  );
}

/** From the rows of pointers to what they point to, as they are laid out now. */
function arrowsIn(field: HTMLElement, moment: Moment): Arrow[] {
  const origin = field.getBoundingClientRect();
  const at = (element: Element) => {
    const { left, right, top, height } = element.getBoundingClientRect();
    return {
      left: left - origin.left + field.scrollLeft, right: right - origin.left + field.scrollLeft,
      middle: top - origin.top + field.scrollTop + height / 2,
    };
  };
  const found: Arrow[] = [];
  for (const [row, { targets }] of moment.held) {
    const from = field.querySelector(`[data-row="${row}"] td`);
    if (!from) continue;
    for (const [box, inside] of new Map(targets.map((each) => [String(each), each])).values()) {
      const to = field.querySelector(inside >= 0 ? `[data-row="${inside}"]` : `[data-box="${box}"] caption`);
      if (!to) continue;
      found.push({ path: curve(at(from), at(to)), changed: moment.changed.has(row) });
    }
  }
  return found;
}

type Side = { left: number; right: number; middle: number };

function curve(from: Side, to: Side): string {
  const x = from.right - 4;
  if (to.left > x + 8) {
    const bend = Math.max(16, (to.left - x) / 2);
    return `M${x} ${from.middle}C${x + bend} ${from.middle} ${to.left - bend} ${to.middle} ${to.left - 1} ${to.middle}`;
  }
  const out = Math.max(x, to.right) + 18;
  return `M${x} ${from.middle}C${out} ${from.middle} ${out} ${to.middle} ${to.right + 1} ${to.middle}`;
}
