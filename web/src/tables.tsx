// What was measured, how Whet was set, and what the verdict rests on.
import type { ComponentChildren } from "preact";
import type { OtherSearch, Report, Settings } from "./model";

function Table({ label, head, rows }: { label: string; head: string[]; rows: ComponentChildren[][] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead><tr>{head.map((each) => <th scope="col">{each}</th>)}</tr></thead>
        <tbody>{rows.map((row) => <tr>{row.map((cell, number) => (number ? <td>{cell}</td> : <th scope="row">{cell}</th>))}</tr>)}</tbody>
      </table>
    </div>
  );
}

function value(name: string, number: number | string): string {
  if (typeof number === "string") return number;
  if (name.endsWith("_bytes")) return `${(number / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
  if (name.endsWith("_seconds")) return `${number.toFixed(3)} s`;
  return number.toLocaleString("en", { maximumFractionDigits: 3 });
}

const words = (name: string) => name.replace(/_(seconds|bytes)$/, "").replaceAll("_", " ");

export function StatisticsPanel({ report }: { report: Report }) {
  const { portfolio } = report;
  return (
    <div class="prose">
      <h2>What was counted and measured</h2>
      <Table label="statistics" head={["what", "value"]} rows={Object.entries(report.statistics).map(([name, number]) => [words(name), value(name, number)])} />
      {portfolio && (
        <>
          <h2>Members of the portfolio</h2>
          {portfolio.choice && <p>Chosen: {portfolio.choice}</p>}
          <Table
            label="members" head={["configuration", "end", "verdict", "CPU time", "elapsed"]}
            rows={portfolio.members.map((each) => [
              each.name === portfolio.winner ? <b>{each.name} (its verdict counts)</b> : each.name, each.end,
              <>{each.verdict}{each.detail && <div class="quiet">{each.detail}</div>}</>, `${each.cpu_seconds.toFixed(2)} s`, `${each.wall_seconds.toFixed(2)} s`,
            ])}
          />
        </>
      )}
    </div>
  );
}

export function OtherSearchPanel({ search, go }: { search: OtherSearch; go: (place: string) => void }) {
  return (
    <div class="prose">
      <p>{search.text}</p>
      {search.facts.length > 0 && <Table label="counts" head={["what", "value"]} rows={search.facts} />}
      {search.claims.length > 0 && (
        <>
          <h2>What was found to hold</h2>
          <Table
            label="what was found to hold" head={["where", "place", "what"]}
            rows={search.claims.map((each) => [
              each.where, each.place && <button type="button" class="place" onClick={() => go(each.place!)}>{each.place}</button>, <code>{each.text}</code>,
            ])}
          />
        </>
      )}
    </div>
  );
}

function SettingsTable({ settings }: { settings: Settings }) {
  return (
    <Table
      label={`settings of ${settings.name}`} head={["option", "value", "from"]}
      rows={Object.entries(settings.settings).map(([name, each]) => [<code>{name}</code>, <code>{each.value}</code>, each.source])}
    />
  );
}

export function ConfigurationPanel({ report }: { report: Report }) {
  const { used, winner } = report.configuration;
  const { task } = report;
  return (
    <div class="prose">
      <h2>Task</h2>
      <Table
        label="task" head={["what", "value"]}
        rows={[
          ["files", task.files.join(", ")], ["property", task.property.replaceAll("+", " + ")], ["machine", task.machine], ["entry function", task.entry],
          ...(task.expected === null ? [] : [["expected verdict", String(task.expected)]]),
        ]}
      />
      {used && <><h2>Configuration {used.name}</h2><SettingsTable settings={used} /></>}
      {winner && <><h2>Configuration {winner.name}, which found the verdict</h2><SettingsTable settings={winner} /></>}
    </div>
  );
}

const texts = (found: unknown): string[] => (Array.isArray(found) ? found.map(String) : []);

export function AssumptionsPanel({ report, go }: { report: Report; go: (place: string) => void }) {
  const { checked } = report;
  const proof = checked.proof_check as { check: string; reason?: string; obligations?: number } | undefined;
  const replay = checked.compiled_replay as { outcome: string; detail: string } | undefined;
  return (
    <div class="prose">
      <h2>What the verdict rests on</h2>
      {report.assumptions.length === 0 && (
        <p>
          {/^(true|false)$/.test(report.outcome.kind)
            ? "Nothing is assumed beyond the meaning that the C standard gives the program on this machine."
            : "There is no verdict that could rest on anything."}
        </p>
      )}
      <ul class="plain">
        {report.assumptions.map((each) => (
          <li>{each.what} {each.place && <button type="button" class="place" onClick={() => go(each.place!)}>{each.place}</button>}</li>
        ))}
      </ul>
      {proof && <p>Check of the proof: {proof.check}{proof.reason ? `: ${proof.reason}` : proof.obligations !== undefined ? ` (${proof.obligations} obligations)` : ""}.</p>}
      {replay && <p>Compiled program: {replay.outcome}: {replay.detail}</p>}
      <List title="Checked" items={texts(checked.checked)} />
      <List title="Not checked" items={texts(checked.not_checked)} />
      <List title="Places where it is proved that nothing fails" items={texts(checked.proved_places)} />
      <List title="Places that are not decided" items={texts(checked.undecided_places)} />
    </div>
  );
}

function List({ title, items }: { title: string; items: string[] }) {
  return items.length ? <><h2>{title}</h2><ul class="plain">{items.slice(0, 1000).map((each) => <li>{each}</li>)}</ul></> : null;
}
