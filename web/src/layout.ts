// Where the nodes of a graph stand: layers for automata, a tree for what was explored.
import { Graph as Layers, layout } from "@dagrejs/dagre";
import { hierarchy, tree } from "d3-hierarchy";
import type { Arrow, Dot, Graph } from "./model";

export interface Placed { dot: Dot; x: number; y: number; width: number; height: number; lines: string[] }
export interface Line { arrow: Arrow; points: { x: number; y: number }[]; label: string[]; labelAt: { x: number; y: number } | null; back: boolean }
export interface Laid { nodes: Placed[]; lines: Line[]; at: Map<number, Placed>; covers: [Placed, Placed][] }

const MOST_LAYERED = 500;
const CHARACTER = 6.3;
const LINE = 13;

export function layered(graph: Graph): Laid {
  if (graph.nodes.length > MOST_LAYERED) return spread(graph);
  const made = new Layers({ multigraph: true });
  made.setGraph({ nodesep: 24, ranksep: 26, edgesep: 14, marginx: 20, marginy: 20 });
  made.setDefaultEdgeLabel(() => ({}));
  const at = new Map<number, Placed>();
  for (const dot of graph.nodes) {
    const placed = { dot, x: 0, y: 0, width: 44, height: 24, lines: [dot[1]] };
    at.set(dot[0], placed);
    made.setNode(String(dot[0]), { width: placed.width, height: placed.height });
  }
  const edges = graph.edges.map((arrow, number) => {
    const label = shortened(arrow[2]);
    const width = Math.max(0, ...label.map((line) => line.length)) * CHARACTER + 6;
    made.setEdge(String(arrow[0]), String(arrow[1]), { width, height: label.length * LINE + 2, labelpos: "c" }, String(number));
    return { arrow, label, number };
  });
  layout(made);
  for (const [number, placed] of at) {
    const { x, y } = made.node(String(number)) as { x: number; y: number };
    placed.x = x;
    placed.y = y;
  }
  const lines = edges.map(({ arrow, label, number }) => {
    const found = made.edge(String(arrow[0]), String(arrow[1]), String(number)) as unknown as
      { points: { x: number; y: number }[]; x: number; y: number };
    return { arrow, label, points: found.points, labelAt: { x: found.x, y: found.y }, back: false };
  });
  return { nodes: [...at.values()], lines, at, covers: [] };
}

function shortened(text: string): string[] {
  const lines = text.split("\n");
  const shown = lines.slice(0, 4).map((line) => (line.length > 44 ? `${line.slice(0, 43)}…` : line));
  return lines.length > 4 ? [...shown, `… ${lines.length - 4} more`] : shown;
}

interface Branch { dot: Dot | null; children: Branch[] }

/** Each node below the first from which it was reached; other edges are drawn from node to node. */
export function spread(graph: Graph): Laid {
  const width = 92;
  const height = 34;
  const branches = new Map<number, Branch>(graph.nodes.map((dot) => [dot[0], { dot, children: [] }]));
  const hangs = new Set<number>();
  const trunk = new Set<Arrow>();
  const root: Branch = { dot: null, children: [] };
  const leaving = new Map<number, Arrow[]>();
  for (const arrow of graph.edges) leaving.set(arrow[0], [...(leaving.get(arrow[0]) ?? []), arrow]);
  for (const dot of [...graph.nodes].sort((a, b) => a[0] - b[0])) {
    if (hangs.has(dot[0])) continue;
    root.children.push(branches.get(dot[0])!);
    hangs.add(dot[0]);
    const waiting = [dot[0]];
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      for (const arrow of leaving.get(number) ?? []) {
        if (hangs.has(arrow[1]) || !branches.has(arrow[1])) continue;
        hangs.add(arrow[1]);
        trunk.add(arrow);
        branches.get(number)!.children.push(branches.get(arrow[1])!);
        waiting.push(arrow[1]);
      }
    }
  }
  const at = new Map<number, Placed>();
  const bands = new Map<number, number>();
  tree<Branch>().nodeSize([width + 66, height + 40])(hierarchy(root)).each((node) => {
    const dot = node.data.dot;
    if (dot) {
      const lines = [`${dot[0]}${dot[4] === null ? "" : ` · line ${dot[4]}`}`, dot[3]];
      bands.set(dot[0], node.depth);
      at.set(dot[0], { dot, x: node.x, y: node.y, width, height, lines: lines.map((line) => (line.length > 15 ? `${line.slice(0, 14)}…` : line)) });
    }
  });
  fold([...at.values()], bands, height + 40, width + 66);
  const lines: Line[] = [];
  for (const arrow of graph.edges) {
    const from = at.get(arrow[0]);
    const to = at.get(arrow[1]);
    if (!from || !to) continue;
    const begin = { x: from.x, y: from.y + from.height / 2 };
    const end = { x: to.x, y: to.y - to.height / 2 };
    const text = arrow[2].length > 23 ? `${arrow[2].slice(0, 22)}…` : arrow[2];
    const back = !trunk.has(arrow) || bands.get(arrow[0]) !== bands.get(arrow[1]);
    lines.push({ arrow, points: [begin, end], label: [text], labelAt: { x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 }, back });
  }
  const covers: [Placed, Placed][] = [];
  for (const placed of at.values()) {
    const by = placed.dot[6] === null ? undefined : at.get(placed.dot[6]);
    if (by) covers.push([placed, by]);
  }
  return { nodes: [...at.values()], lines, at, covers };
}

const DEEPEST = 60;

/** A tree that is much deeper than wide is cut into bands, which stand side by side.  Depths become the numbers of bands. */
function fold(nodes: Placed[], depths: Map<number, number>, row: number, gap: number) {
  const levels = Math.max(0, ...depths.values()) + 1;
  const extents = Array.from({ length: levels }, () => [Infinity, -Infinity]);
  for (const { dot, x } of nodes) {
    const extent = extents[depths.get(dot[0])!];
    extent[0] = Math.min(extent[0], x);
    extent[1] = Math.max(extent[1], x);
  }
  const cut = (count: number) => {
    const size = Math.ceil(levels / count);
    const found: { left: number; right: number; shift: number }[] = [];
    let edge = 0;
    for (let first = 0; first < levels; first += size) {
      const part = extents.slice(first, first + size).filter((each) => each[0] <= each[1]);
      const left = Math.min(...part.map((each) => each[0]));
      const right = Math.max(...part.map((each) => each[1]));
      found.push({ left, right, shift: edge - left });
      edge += right - left + gap;
    }
    return { size, found, width: edge };
  };
  let bands = cut(1);
  for (let count = 2; levels > DEEPEST && bands.size > 8 && bands.width < 1.4 * bands.size * row; count++) bands = cut(count);
  for (const node of nodes) {
    const depth = depths.get(node.dot[0])!;
    const band = Math.floor(depth / bands.size);
    node.x += bands.found[band].shift;
    node.y = (depth - band * bands.size) * row;
    depths.set(node.dot[0], band);
  }
}
