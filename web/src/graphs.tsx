// Graphs: the automata of the functions, and the abstract states that were explored.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { layered, spread, type Laid, type Placed } from "./layout";
import type { Go } from "./main";
import type { Arrow, Graph, Report } from "./model";

const KINDS: Record<string, string> = {
  covered: "covered: another state says as much", target: "the property is violated", gap: "nothing is known after it",
  waiting: "not explored further", entry: "entry", exit: "exit", loop: "head of a loop", "": "",
};

export function FunctionsPanel({ report, go }: { report: Report; go: Go }) {
  const first = Math.max(0, report.functions.findIndex((each) => each.name === report.task.entry));
  const [chosen, setChosen] = useState(first);
  const shown = report.functions[chosen];
  const laid = useMemo(() => shown && layered(shown.graph), [shown]);
  if (!shown || !laid) return <p>There are no automata to show.</p>;
  const files = shown.file;
  return (
    <GraphView
      name="automaton" graph={shown.graph} laid={laid} go={(line) => go({ file: files ?? 0, line })}
      more={
        <label>Function{" "}
          <select value={chosen} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {report.functions.map((each, number) => <option value={number}>{each.name}</option>)}
          </select>
        </label>
      }
    />
  );
}

export function ExploredPanel({ graph, report, go }: { graph: Graph; report: Report; go: Go }) {
  const laid = useMemo(() => spread(graph), [graph]);
  const files = useMemo(() => new Map(report.functions.map((each) => [each.name, each.file ?? 0])), [report]);
  return <GraphView name="graph of abstract states" graph={graph} laid={laid} go={(line, fn) => go({ file: files.get(fn) ?? 0, line })} />;
}

interface ViewProps {
  name: string; graph: Graph; laid: Laid; go: (line: number, fn: string) => void; more?: preact.ComponentChildren;
}

interface Eye { x: number; y: number; scale: number }

function GraphView({ name, graph, laid, go, more }: ViewProps) {
  const [selected, select] = useState<number | null>(null);
  const [query, setQuery] = useState("");
  const [eye, setEye] = useState<Eye | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const found = useMemo(() => matching(graph, query), [graph, query]);
  const hits = useMemo(() => new Set(found), [found]);
  const around = useMemo(() => neighbours(graph), [graph]);

  const centre = (number: number) => {
    const placed = laid.at.get(number);
    const element = canvas.current;
    if (!placed || !element) return;
    select(number);
    setEye((now) => {
      const scale = Math.max(now?.scale ?? 1, 0.8);
      return { scale, x: element.clientWidth / 2 - placed.x * scale, y: element.clientHeight / 2 - placed.y * scale };
    });
  };
  const next = (by: number) => {
    if (!found.length) return;
    const at = selected === null ? -1 : found.indexOf(selected);
    centre(found[(at + by + found.length) % found.length]);
  };
  useLayoutEffect(() => { select(null); setEye(null); }, [graph]);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "/" && document.activeElement !== search.current) {
        event.preventDefault();
        search.current?.focus();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <div class="graph-view">
      <div class="bar">
        {more}
        <label class="grow">Search{" "}
          <input
            ref={search} type="search" value={query} placeholder="number, line 12, function, or text of a state or an edge"
            onInput={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => { if (event.key === "Enter") next(event.shiftKey ? -1 : 1); }}
          />
        </label>
        <button type="button" onClick={() => next(-1)} disabled={!found.length} aria-label="previous match">◀</button>
        <button type="button" onClick={() => next(1)} disabled={!found.length} aria-label="next match">▶</button>
        <span role="status" class="matches">{query ? `${found.length} match${found.length === 1 ? "" : "es"}` : `${graph.nodes.length} nodes`}</span>
      </div>
      {graph.note && <p class="quiet">{graph.note}</p>}
      <div class="graph-and-details">
        <Picture name={name} laid={laid} eye={eye} setEye={setEye} selected={selected} select={select} centre={centre} hits={hits} around={around} canvas={canvas} />
        <Details laid={laid} selected={selected} around={around} centre={centre} go={go} />
      </div>
    </div>
  );
}

function matching(graph: Graph, query: string): number[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  const line = wanted.match(/^line\s+(\d+)$/);
  const found = new Set<number>();
  for (const [number, label, kind, fn, at, text] of graph.nodes) {
    const words = `${label} ${kind} ${fn} ${text}`.toLowerCase();
    if (line ? at === Number(line[1]) : String(number) === wanted || words.includes(wanted)) found.add(number);
  }
  if (!line) for (const [source, , text] of graph.edges) if (text.toLowerCase().includes(wanted)) found.add(source);
  return [...found].sort((a, b) => a - b);
}

interface Around { before: Map<number, Arrow[]>; after: Map<number, Arrow[]> }

function neighbours(graph: Graph): Around {
  const before = new Map<number, Arrow[]>();
  const after = new Map<number, Arrow[]>();
  for (const arrow of graph.edges) {
    if (!after.has(arrow[0])) after.set(arrow[0], []);
    if (!before.has(arrow[1])) before.set(arrow[1], []);
    after.get(arrow[0])!.push(arrow);
    before.get(arrow[1])!.push(arrow);
  }
  return { before, after };
}

interface DetailsProps { laid: Laid; selected: number | null; around: Around; centre: (number: number) => void; go: ViewProps["go"] }

function Details({ laid, selected, around, centre, go }: DetailsProps) {
  const dot = selected === null ? undefined : laid.at.get(selected)?.dot;
  if (!dot) return <div class="details quiet" role="status">Choose a node: click on it, search for it, or press the arrow keys in the picture.</div>;
  const [number, label, kind, fn, line, text, coveredBy] = dot;
  const list = (title: string, arrows: Arrow[], side: 0 | 1) => arrows.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul>
        {arrows.slice(0, 50).map((arrow) => (
          <li><button type="button" onClick={() => centre(arrow[side])}>{arrow[side]}</button> <code>{arrow[2]}</code></li>
        ))}
      </ul>
    </>
  );
  return (
    <div class="details" role="status">
      <h2>{label === String(number) ? `Location ${number}` : `State ${number}`}</h2>
      <p>
        {label !== String(number) && <>location {label.split(" ").pop()} of </>}{fn}()
        {line !== null && <>, <button type="button" class="place" onClick={() => go(line, fn)}>line {line}</button></>}
      </p>
      {kind && <p><span class={`tag ${kind}`}>{KINDS[kind] ?? kind}</span></p>}
      {text && <pre tabIndex={0}>{text.replaceAll(/ (&&?) /g, "\n$1 ")}</pre>}
      {coveredBy !== null && <p>covered by <button type="button" onClick={() => centre(coveredBy)}>{coveredBy}</button></p>}
      {list("From", around.before.get(number) ?? [], 0)}
      {list("To", around.after.get(number) ?? [], 1)}
    </div>
  );
}

interface PictureProps {
  name: string; laid: Laid; eye: Eye | null; setEye: (eye: Eye) => void; selected: number | null; select: (number: number | null) => void;
  centre: (number: number) => void; hits: Set<number>; around: Around; canvas: { current: HTMLCanvasElement | null };
}

function Picture({ name, laid, eye, setEye, selected, select, centre, hits, around, canvas }: PictureProps) {
  const [size, setSize] = useState(0);
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const now = eye ?? { x: 0, y: 0, scale: 1 };

  useLayoutEffect(() => {
    const element = canvas.current!;
    const measure = () => setSize((before) => before + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    document.addEventListener("whet-theme", measure);
    return () => { observer.disconnect(); document.removeEventListener("whet-theme", measure); };
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current!;
    if (element.clientWidth) eye ? draw(element, laid, eye, selected, hits) : setEye(fitted(element, laid, 0.6));
  }, [eye, laid, selected, hits, size]);

  const zoom = (by: number, x?: number, y?: number) => {
    const element = canvas.current!;
    const [cx, cy] = [x ?? element.clientWidth / 2, y ?? element.clientHeight / 2];
    const scale = Math.min(4, Math.max(0.01, now.scale * by));
    setEye({ scale, x: cx - ((cx - now.x) * scale) / now.scale, y: cy - ((cy - now.y) * scale) / now.scale });
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  };
  const release = (event: PointerEvent) => {
    if (drag.current && !drag.current.moved) select(hit(laid, (event.offsetX - now.x) / now.scale, (event.offsetY - now.y) / now.scale));
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const go = (number: number | undefined) => number !== undefined && centre(number);
    const parent = selected === null ? undefined : around.before.get(selected)?.[0]?.[0];
    const siblings = parent === undefined ? [] : (around.after.get(parent) ?? []).map((arrow) => arrow[1]);
    const at = selected === null ? -1 : siblings.indexOf(selected);
    const acts: Record<string, () => unknown> = {
      ArrowUp: () => go(parent), ArrowDown: () => go(selected === null ? laid.nodes[0]?.dot[0] : around.after.get(selected)?.[0]?.[1]),
      ArrowLeft: () => go(siblings[at - 1]), ArrowRight: () => go(siblings[at + 1]),
      "+": () => zoom(1.25), "-": () => zoom(0.8), "0": () => setEye(fitted(canvas.current!, laid, 0)),
    };
    if (acts[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      acts[event.key]();
    }
  };
  return (
    <div class="picture">
      <canvas
        ref={canvas} tabIndex={0} role="application" aria-label={`${name}: arrow keys go from node to node, plus and minus zoom, 0 shows all`}
        onWheel={wheel} onKeyDown={press} onPointerUp={release}
        onPointerDown={(event) => { drag.current = { x: event.clientX, y: event.clientY, moved: false }; canvas.current!.setPointerCapture(event.pointerId); }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (!from) return;
          const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
          if (!from.moved && Math.hypot(dx, dy) < 4) return;
          drag.current = { x: event.clientX, y: event.clientY, moved: true };
          setEye({ ...now, x: now.x + dx, y: now.y + dy });
        }}
      />
      <div class="zoom">
        <button type="button" aria-label="zoom in" onClick={() => zoom(1.25)}>+</button>
        <button type="button" aria-label="zoom out" onClick={() => zoom(0.8)}>−</button>
        <button type="button" aria-label="show all" onClick={() => setEye(fitted(canvas.current!, laid, 0))}>⤢</button>
      </div>
    </div>
  );
}

/** All of it, but not smaller than a scale; what does not fit is below and to the right of the first node. */
function fitted(element: HTMLCanvasElement, laid: Laid, least: number): Eye {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y, width, height } of laid.nodes) {
    left = Math.min(left, x - width / 2);
    right = Math.max(right, x + width / 2);
    top = Math.min(top, y - height / 2);
    bottom = Math.max(bottom, y + height / 2);
  }
  for (const line of laid.lines) {
    for (const { x, y } of line.points) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
    if (line.labelAt && !line.back) {
      const room = Math.max(...line.label.map((text) => text.length)) * 3.4;
      left = Math.min(left, line.labelAt.x - room);
      right = Math.max(right, line.labelAt.x + room);
    }
  }
  const margin = 24;
  const whole = Math.min((element.clientWidth - 2 * margin) / (right - left), (element.clientHeight - 2 * margin) / (bottom - top), 1.2);
  const scale = Math.max(whole, least);
  const first = laid.nodes[0] ?? { x: 0, y: 0 };
  const middle = whole >= least ? (left + right) / 2 : first.x;
  return { scale, x: element.clientWidth / 2 - middle * scale, y: whole >= least ? (element.clientHeight - (bottom + top) * scale) / 2 : margin - top * scale };
}

function hit(laid: Laid, x: number, y: number): number | null {
  const found = laid.nodes.find((node) => Math.abs(node.x - x) <= node.width / 2 + 3 && Math.abs(node.y - y) <= node.height / 2 + 3);
  return found ? found.dot[0] : null;
}

function draw(element: HTMLCanvasElement, laid: Laid, eye: Eye, selected: number | null, hits: Set<number>) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [element.clientWidth, element.clientHeight];
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
  }
  const pen = element.getContext("2d")!;
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const sees = (x: number, y: number, margin: number) => {
    const [sx, sy] = [x * eye.scale + eye.x, y * eye.scale + eye.y];
    return sx > -margin && sx < width + margin && sy > -margin && sy < height + margin;
  };
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.setTransform(ratio * eye.scale, 0, 0, ratio * eye.scale, ratio * eye.x, ratio * eye.y);
  const hasText = eye.scale > 0.45;
  const ink = { true: colour("good"), false: colour("bad"), call: colour("link") } as Record<string, string>;
  const reach = 300 * eye.scale + 200;
  pen.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const line of laid.lines) {
    const [first, last] = [line.points[0], line.points[line.points.length - 1]];
    if (!sees(first.x, first.y, reach) && !sees(last.x, last.y, reach)) continue;
    const isNear = selected !== null && (line.arrow[0] === selected || line.arrow[1] === selected);
    pen.strokeStyle = isNear ? colour("link") : ink[line.arrow[3]] ?? colour("quiet");
    pen.lineWidth = (isNear ? 2.2 : 1) / Math.max(0.5, Math.min(1, eye.scale));
    pen.setLineDash(line.back ? [4, 4] : []);
    pen.beginPath();
    pen.moveTo(first.x, first.y);
    for (const { x, y } of line.points.slice(1)) pen.lineTo(x, y);
    pen.stroke();
    if (hasText) head(pen, line.points);
    pen.setLineDash([]);
    if (hasText && line.labelAt && (line.label[0] || line.label.length > 1) && !line.back) {
      line.label.forEach((text, number) => {
        const y = line.labelAt!.y + (number - (line.label.length - 1) / 2) * 13;
        const room = pen.measureText(text).width / 2 + 2;
        pen.fillStyle = colour("paper");
        pen.fillRect(line.labelAt!.x - room, y - 6.5, 2 * room, 13);
        pen.fillStyle = ink[line.arrow[3]] ?? colour("quiet");
        pen.fillText(text, line.labelAt!.x, y);
      });
    }
  }
  pen.strokeStyle = colour("quiet");
  pen.lineWidth = 1;
  pen.setLineDash([2, 4]);
  for (const [from, to] of laid.covers) {
    if (!sees(from.x, from.y, reach) && !sees(to.x, to.y, reach)) continue;
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.quadraticCurveTo(Math.max(from.x, to.x) + 60, (from.y + to.y) / 2, to.x, to.y);
    pen.stroke();
  }
  pen.setLineDash([]);
  for (const node of laid.nodes) if (sees(node.x, node.y, 80)) drawNode(pen, node, { hasText, colour, isSelected: node.dot[0] === selected, isHit: hits.has(node.dot[0]) });
}

interface Look { hasText: boolean; colour: (name: string) => string; isSelected: boolean; isHit: boolean }

function drawNode(pen: CanvasRenderingContext2D, node: Placed, { hasText, colour, isSelected, isHit }: Look) {
  const { x, y, width, height } = node;
  const kind = node.dot[2] || "plain";
  pen.beginPath();
  if (hasText) pen.roundRect(x - width / 2, y - height / 2, width, height, 6);
  else pen.rect(x - width / 2, y - height / 2, width, height);
  pen.fillStyle = isHit ? colour("hit") : colour(`node-${kind}`) || colour("raised");
  pen.fill();
  pen.strokeStyle = isSelected ? colour("link") : colour("quiet");
  pen.lineWidth = isSelected ? 3 : 1;
  if (kind === "covered") pen.setLineDash([3, 3]);
  pen.stroke();
  pen.setLineDash([]);
  if (!hasText) return;
  pen.fillStyle = isHit ? colour("hit-ink") : colour("ink");
  node.lines.forEach((text, number) => pen.fillText(text, x, y + (number - (node.lines.length - 1) / 2) * 13));
}

function head(pen: CanvasRenderingContext2D, points: { x: number; y: number }[]) {
  const [from, to] = [points[points.length - 2], points[points.length - 1]];
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  pen.setLineDash([]);
  pen.beginPath();
  for (const turn of [0.4, -0.4]) {
    pen.moveTo(to.x, to.y);
    pen.lineTo(to.x - 8 * Math.cos(angle + turn), to.y - 8 * Math.sin(angle + turn));
  }
  pen.stroke();
}
