// The page: the verdict, and tabs with what stands behind it.
import { render } from "preact";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { ExploredPanel, FunctionsPanel } from "./graphs";
import type { Report } from "./model";
import { RefinementsPanel } from "./refinements";
import { SourcePanel } from "./source";
import { AssumptionsPanel, ConfigurationPanel, OtherSearchPanel, StatisticsPanel } from "./tables";

export type Go = (place: { file: number; line: number }) => void;

interface Tab { id: string; name: string; count?: number; show: () => ComponentChildren }

const THEMES = ["system", "light", "dark"] as const;

function ThemeSwitch() {
  const [theme, setTheme] = useState<string>(() => {
    try {
      return localStorage.getItem("whet-theme") ?? "system";
    } catch {
      return "system";
    }
  });
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.dispatchEvent(new Event("whet-theme"));
    try {
      localStorage.setItem("whet-theme", theme);
    } catch {
      // a page that is opened from a disk may have no storage
    }
  }, [theme]);
  return (
    <label class="theme">
      Colours{" "}
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        {THEMES.map((each) => <option value={each}>{each}</option>)}
      </select>
    </label>
  );
}

function Header({ report, go }: { report: Report; go: (place: string) => void }) {
  const { outcome } = report;
  return (
    <header class={`top ${outcome.kind}`}>
      <div class="headline">
        <h1>
          <span class="verdict">{outcome.word}</span> <span class="title">{report.title}</span>
        </h1>
        <ThemeSwitch />
      </div>
      <p class="summary">
        {outcome.reason && <b>{outcome.reason}: </b>}
        {outcome.summary}
        {outcome.place && <> <button type="button" class="place" onClick={() => go(outcome.place!)}>{outcome.place}</button></>}
      </p>
      {outcome.advice && <p class="advice"><b>What to try:</b> {outcome.advice}.</p>}
      {outcome.comparison && <p class="quiet">Compared with the expected verdict: {outcome.comparison}.</p>}
      {report.notes.map((note) => <p class="quiet">Note: {note}.</p>)}
      <dl class="facts">
        {outcome.facts.map(([name, value]) => <div><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
    </header>
  );
}

function Tabs({ tabs, current, choose }: { tabs: Tab[]; current: string; choose: (id: string) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(to + tabs.length) % tabs.length];
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Parts of the report" class="tabs" ref={list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          type="button" role="tab" id={`tab-${tab.id}`} aria-controls={`panel-${tab.id}`} aria-selected={tab.id === current}
          tabIndex={tab.id === current ? 0 : -1} onClick={() => choose(tab.id)}
        >
          {tab.name}
          {tab.count ? <span class="count"> {tab.count}</span> : null}
        </button>
      ))}
    </div>
  );
}

function Page({ report }: { report: Report }) {
  const [tab, setTab] = useState("source");
  const [wanted, setWanted] = useState<{ file: number; line: number; turn: number } | null>(null);
  const goTo: Go = useCallback((place) => {
    setTab("source");
    setWanted((before) => ({ ...place, turn: (before?.turn ?? 0) + 1 }));
  }, []);
  const goToText = useCallback((place: string) => {
    const found = place.match(/^(.*):(\d+):\d+$/);
    const file = found ? report.files.findIndex((each) => each.name === found[1]) : -1;
    const mark = report.marks.find((each) => each.kind === "violation" || each.kind === "unknown");
    if (found && file >= 0) goTo({ file, line: Number(found[2]) });
    else if (mark) goTo(mark);
  }, [report]);
  const tabs: Tab[] = useMemo(() => [
    { id: "source", name: "Source", show: () => null },
    { id: "cfa", name: "CFA", show: () => <FunctionsPanel report={report} go={goTo} /> },
    {
      id: "arg", name: report.instead?.name ?? "ARG", count: report.graph?.nodes.length,
      show: () => report.graph
        ? <ExploredPanel graph={report.graph} report={report} go={goTo} />
        : report.instead && <OtherSearchPanel search={report.instead} go={goToText} />,
    },
    {
      id: "refinements", name: "Refinements", count: report.refinements.length + report.refinements_left_out,
      show: () => <RefinementsPanel report={report} go={goToText} />,
    },
    { id: "statistics", name: "Statistics", show: () => <StatisticsPanel report={report} /> },
    { id: "configuration", name: "Configuration", show: () => <ConfigurationPanel report={report} /> },
    {
      id: "assumptions", name: "Assumptions", count: report.assumptions.length,
      show: () => <AssumptionsPanel report={report} go={goToText} />,
    },
  ], [report]);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const number = Number(event.key);
      if (number >= 1 && number <= tabs.length) setTab(tabs[number - 1].id);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [tabs]);
  return (
    <>
      <Header report={report} go={goToText} />
      <Tabs tabs={tabs} current={tab} choose={setTab} />
      <main>
        {tabs.map((each) => (
          <section
            role="tabpanel" id={`panel-${each.id}`} aria-labelledby={`tab-${each.id}`} tabIndex={0} hidden={each.id !== tab}
            class={`panel ${each.id}`}
          >
            {each.id === "source" ? <SourcePanel report={report} wanted={wanted} active={tab === "source"} /> : each.id === tab && each.show()}
          </section>
        ))}
      </main>
      <footer class="quiet">
        Made by whet {report.whet}. Keys: <kbd>←</kbd> <kbd>→</kbd> one step back or on, <kbd>Home</kbd> <kbd>End</kbd> the first or
        the last step, <kbd>1</kbd> to <kbd>7</kbd> choose a tab, <kbd>/</kbd> searches a graph.
      </footer>
    </>
  );
}

const root = document.getElementById("page")!;
const report = JSON.parse(document.getElementById("report")!.textContent!) as Report;
root.textContent = "";
render(<Page report={report} />, root);
