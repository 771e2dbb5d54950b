// The source, with the run that violates the property stepped through it, or the invariants that exclude one.
import { Component } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoxesView } from "./boxes";
import type { Lines, Mark, Report, Run, Spot } from "./model";
import { Moments } from "./run";
import { cutAt, tokenize, type Token } from "./tokens";

const MOST_COLOURED = 20000;
const WORDS: Record<string, string> = {
  invariant: "invariant", violation: "violation", unknown: "reason", assumption: "assumed", input: "input", undecided: "open",
};

interface LineProps {
  number: number;
  tokens: Token[];
  spot: [number, number] | null;
  state: string;
  visits: number;
  marks: Mark[] | undefined;
  ran: "yes" | "no" | null;
  choose: (line: number) => void;
}

/** One line; drawn again only if something about it is different. */
class Line extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps) {
    const now = this.props;
    return next.tokens !== now.tokens || next.state !== now.state || String(next.spot) !== String(now.spot)
      || next.visits !== now.visits || next.marks !== now.marks || next.ran !== now.ran;
  }

  override render({ number, tokens, spot, state, visits, marks, ran, choose }: LineProps) {
    const above = marks?.filter((mark) => mark.kind === "invariant") ?? [];
    const below = marks?.filter((mark) => mark.kind !== "invariant") ?? [];
    const parts = spot ? cutAt(tokens, spot[0], spot[1]) : tokens.map((token) => [token, false] as [Token, boolean]);
    return (
      <>
        {above.map((mark) => <Note mark={mark} />)}
        <div class={`line ${state}${ran ? ` ran-${ran}` : ""}`} id={`line-${number}`} aria-current={state.includes("now") ? "step" : undefined}>
          {visits
            ? <button type="button" class="ln on" title={`line ${number}: ${visits} steps; go to the next`} aria-label={`line ${number}, go to its next step`} onClick={() => choose(number)}>{number}</button>
            : <span class="ln">{number}</span>}
          {ran && <span class={`ran ${ran}`} title={ran === "yes" ? "a run executed this line" : "no run executed this line"}>{ran === "yes" ? "●" : "○"}</span>}
          <code>
            {parts.map(([[kind, text], is]) => is ? <mark class={kind && `t-${kind}`}>{text}</mark> : kind ? <span class={`t-${kind}`}>{text}</span> : text)}
            {parts.length === 0 && "\u200b"}
          </code>
        </div>
        {below.map((mark) => <Note mark={mark} />)}
      </>
    );
  }
}

/** What the signs beside the lines mean. */
function Legend({ lines, by }: { lines: Lines; by: string }) {
  return (
    <p class="legend">
      <span class="ran yes">●</span> {lines.executed.length} lines that a run executed,{" "}
      <span class="ran no">○</span> {lines.others.length} that no {by} executed
    </p>
  );
}

function Note({ mark }: { mark: Mark }) {
  return <div class={`note ${mark.kind}`}><b>{WORDS[mark.kind] ?? mark.kind}</b> <code>{mark.text}</code></div>;
}

/** What is told at a line; the inputs of a line are one note. */
function marksByLine(marks: Mark[], file: number): Map<number, Mark[]> {
  const found = new Map<number, Mark[]>();
  for (const mark of marks) {
    if (mark.file !== file) continue;
    const here = found.get(mark.line) ?? [];
    const input = mark.kind === "input" ? here.find((each) => each.kind === "input") : undefined;
    if (here.some((each) => each.kind === mark.kind && each.text === mark.text) && !input) continue;
    if (input) {
      const value = mark.text.slice(mark.text.lastIndexOf(" = ") + 3);
      if (input.text.length < 120) input.text += `, ${value}`;
      else if (!input.text.endsWith("…")) input.text += " …";
    } else here.push({ ...mark });
    found.set(mark.line, here);
  }
  return found;
}

function rangeOn(spot: Spot, line: number, length: number): [number, number] | null {
  if (line < spot.line || line > spot.end_line) return null;
  const begin = line === spot.line ? spot.column - 1 : 0;
  const end = line === spot.end_line ? spot.end_column - 1 : length;
  return end > begin ? [begin, end] : null;
}

interface PanelProps { report: Report; wanted: { file: number; line: number; turn: number } | null; active: boolean }

export function SourcePanel({ report, wanted, active }: PanelProps) {
  const [runNumber, setRun] = useState(0);
  const run: Run | undefined = report.runs[runNumber];
  const [step, setStep] = useState(run ? run.steps.length - 1 : 0);
  const [file, setFile] = useState(0);
  const code = useRef<HTMLDivElement>(null);
  const moments = useMemo(() => run && new Moments(run), [run]);
  const spot = run?.steps[step]?.spot ?? null;

  const lines = useMemo(() => (report.files[file]?.text ?? "").replace(/\n$/, "").split("\n"), [file]);
  const tokens = useMemo(
    () => (lines.length <= MOST_COLOURED ? tokenize(lines) : lines.map((line) => [["", line]] as Token[])), [lines],
  );
  const marks = useMemo(() => marksByLine(report.marks, file), [file]);
  const covered = report.lines.find((each) => each.file === file);
  const ran = useMemo(() => {
    const found = new Map<number, "yes" | "no">();
    covered?.executed.forEach((line) => found.set(line, "yes"));
    covered?.others.forEach((line) => found.set(line, "no"));
    return found;
  }, [covered]);
  const visits = useMemo(() => {
    const found = new Map<number, number[]>();
    run?.steps.forEach((each, number) => {
      if (each.spot?.file === file) found.set(each.spot.line, [...(found.get(each.spot.line) ?? []), number]);
    });
    return found;
  }, [run, file]);

  const show = (line: number) => {
    const element = code.current?.querySelector<HTMLElement>(`#line-${line}`);
    if (!element || !code.current) return;
    const { top, bottom } = element.getBoundingClientRect();
    const frame = code.current.getBoundingClientRect();
    if (top < frame.top + 40 || bottom > frame.bottom - 40) {
      code.current.scrollTop += top - frame.top - frame.height / 2;
    }
  };
  const go = (to: number) => run && setStep(Math.max(0, Math.min(run.steps.length - 1, to)));

  useLayoutEffect(() => { if (spot) setFile(spot.file); }, [spot]);
  useLayoutEffect(() => { if (spot && spot.file === file) show(spot.line); }, [spot, file, active]);
  useLayoutEffect(() => { if (wanted) setFile(wanted.file); }, [wanted]);
  useLayoutEffect(() => { if (wanted && wanted.file === file) show(wanted.line); }, [wanted, file]);
  useLayoutEffect(() => {
    const first = report.marks.find((mark) => mark.kind === "unknown") ?? report.marks.find((mark) => mark.kind === "invariant");
    if (!run && first) show(first.line);
  }, []);
  useLayoutEffect(() => {
    if (!active || !run) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      if (target.getAttribute("role") === "tab") return;
      const end = run.steps.length - 1;
      const by = { ArrowRight: 1, ArrowLeft: -1, Home: -end, End: end }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      setStep((now) => Math.max(0, Math.min(end, now + by))); // keys may come faster than the page is drawn
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [active, run]);

  const choose = (line: number) => {
    const at = visits.get(line) ?? [];
    go(at.find((number) => number > step) ?? at[0]);
  };
  const wantedLine = wanted?.file === file ? wanted.line : 0;
  return (
    <div class={run ? "split" : "split alone"}>
      <div class="left">
        {report.files.length > 1 && (
          <label class="files">File{" "}
            <select value={file} onChange={(event) => setFile(Number(event.currentTarget.value))}>
              {report.files.map((each, number) => <option value={number}>{each.name}</option>)}
            </select>
          </label>
        )}
        {covered && <Legend lines={covered} by={report.lines_by} />}
        <div class={covered ? "code covered" : "code"} ref={code} tabIndex={0} role="region" aria-label={`source of ${report.files[file]?.name ?? "the program"}`}>
          {tokens.map((line, index) => {
            const number = index + 1;
            const isNow = spot?.file === file && spot.line <= number && number <= spot.end_line;
            const state = `${isNow ? `now ${run?.steps[step].kind}` : ""}${wantedLine === number ? " wanted" : ""}`;
            return (
              <Line
                number={number} tokens={line} state={state} visits={visits.get(number)?.length ?? 0} marks={marks.get(number)} ran={ran.get(number) ?? null}
                spot={isNow && spot ? rangeOn(spot, number, lines[index].length) : null} choose={choose}
              />
            );
          })}
        </div>
      </div>
      {run && moments && (
        <RunView
          report={report} run={run} runNumber={runNumber} step={step} go={go} moments={moments}
          chooseRun={(number) => { setRun(number); setStep(report.runs[number].steps.length - 1); }}
        />
      )}
    </div>
  );
}

interface RunProps {
  report: Report; run: Run; runNumber: number; step: number; moments: Moments; go: (step: number) => void;
  chooseRun: (number: number) => void;
}

function RunView({ report, run, runNumber, step, moments, go, chooseRun }: RunProps) {
  const now = run.steps[step];
  const last = run.steps.length - 1;
  return (
    <div class="right">
      {report.runs.length > 1 && (
        <label class="files">Finding{" "}
          <select value={runNumber} onChange={(event) => chooseRun(Number(event.currentTarget.value))}>
            {report.runs.map((each, number) => <option value={number}>{number + 1}: {each.title}</option>)}
          </select>
        </label>
      )}
      <div class="controls" role="group" aria-label="steps of the run">
        <button type="button" onClick={() => go(0)} disabled={step === 0} aria-label="first step">|◀</button>
        <button type="button" onClick={() => go(step - 1)} disabled={step === 0} aria-label="step back">◀</button>
        <input
          type="range" min={0} max={last} value={step} aria-label="step of the run" aria-valuetext={`step ${step + 1} of ${last + 1}`}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <button type="button" onClick={() => go(step + 1)} disabled={step === last} aria-label="step on">▶</button>
        <button type="button" onClick={() => go(last)} disabled={step === last} aria-label="last step">▶|</button>
        <span class="number">{step + 1} / {last + 1}</span>
      </div>
      {now && (
        <p class={`doing ${now.kind}`} role="status">
          {now.skipped > 0 && <span class="quiet">after {now.skipped} steps that are not shown: </span>}
          {now.spot && <span class="quiet">line {now.spot.line}: </span>}
          <code>{now.text}</code>
          {now.kind === "violation" && <b> {run.title}</b>}
        </p>
      )}
      {run.note && <p class="quiet">{run.note}</p>}
      {now && run.boxes.length > 0 && <BoxesView run={run} step={now} moment={moments.at(step)} />}
      <StepList run={run} step={step} go={go} />
      {run.inputs.length > 0 && (
        <details>
          <summary>{run.inputs.length} values from outside</summary>
          <ol class="inputs">
            {run.inputs.slice(0, 500).map((each) => <li><code>{each.source} = {each.value}</code></li>)}
          </ol>
        </details>
      )}
    </div>
  );
}

const AROUND = 60;

/** The steps around the current one. */
function StepList({ run, step, go }: { run: Run; step: number; go: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const first = Math.max(0, Math.floor((step - AROUND / 2) / 20) * 20);
  const shown = run.steps.slice(first, first + AROUND);
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [step]);
  return (
    <details open class="steps">
      <summary>{run.steps.length} steps</summary>
      <ol ref={list} start={first + 1} tabIndex={0} aria-label="steps">
        {shown.map((each, index) => (
          <li class={each.kind} aria-current={first + index === step ? "step" : undefined}>
            {each.skipped > 0 && <span class="quiet">… {each.skipped} steps are not shown …</span>}
            <button type="button" tabIndex={-1} onClick={() => go(first + index)} style={{ paddingLeft: `${Math.min(8, Math.max(0, each.frames.length - 1))}rem` }}>
              <span class="n">{first + index + 1}</span> <code>{each.kind === "violation" && !each.text ? run.title : each.text}</code>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
