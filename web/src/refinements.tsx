// What was tried when an error path was found, and how the precision grew.
import { useState } from "preact/hooks";
import type { Candidate, Refinement, Report } from "./model";

const CHUNK = 100;

export function RefinementsPanel({ report, go }: { report: Report; go: (place: string) => void }) {
  const [shown, setShown] = useState(CHUNK);
  const records = report.refinements;
  if (!records.length) {
    return <p class="prose">There were no refinements: no error path that the analysis came to had to be excluded, or the algorithm does not refine.</p>;
  }
  return (
    <div class="prose wide">
      <h2>Precision</h2>
      <Growth records={records} />
      <h2>Each refinement</h2>
      {report.refinements_left_out > 0 && <p class="quiet">{report.refinements_left_out} more came after these.</p>}
      <ol class="records">
        {records.slice(0, shown).map((record) => <Record record={record} go={go} />)}
      </ol>
      {shown < records.length && <button type="button" onClick={() => setShown(shown + CHUNK)}>More of them</button>}
    </div>
  );
}

function Record({ record, go }: { record: Refinement; go: (place: string) => void }) {
  const [open, setOpen] = useState(false);
  const what = record.domain
    ? `${record.domain}${record.source ? ` (${record.source})` : ""}: ${record.entered.length ? record.entered.map((each) => each.what).slice(0, 6).join(", ") : "nothing new"}`
    : `stands: ${record.reason}`;
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary><b>{record.number}</b> {record.target} <span class="quiet">path of {record.path_length} edges</span> → <code>{what}</code></summary>
        {open && (
          <div class="inside">
            {record.place && <p>Ends at <button type="button" class="place" onClick={() => go(record.place!)}>{record.place}</button></p>}
            {record.candidates.length > 0 && <Candidates candidates={record.candidates} />}
            {record.declined.map((each) => <p><b>{each.domain}</b> could not exclude it: {each.reason}</p>)}
            {record.entered.length > 0 && (
              <>
                <h3>Tracked from here on</h3>
                <ul>
                  {record.entered.map((each) => (
                    <li><code>{each.what}</code> <span class="quiet">{each.where.map((span) => span.function + (span.first ? ` ${span.first.replace(/^.*?:(\d+):\d+$/, "line $1")}` : "")).join("; ")}</span></li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function Candidates({ candidates }: { candidates: Candidate[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="candidates">
      <table>
        <thead><tr><th>domain</th><th>source</th><th>score</th><th>length</th><th>width</th><th>depth</th><th>variety</th><th>would track</th></tr></thead>
        <tbody>
          {candidates.map((each) => (
            <tr class={each.chosen ? "chosen" : ""}>
              <td>{each.domain}{each.chosen && <b> chosen</b>}</td><td>{each.source}</td><td>{each.score}</td><td>{each.length}</td>
              <td>{each.width}</td><td>{each.depth}</td><td>{each.variety}</td><td><code>{each.tracks.join(", ")}</code></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many things are tracked after each refinement, by domain; and the lengths of the paths. */
function Growth({ records }: { records: Refinement[] }) {
  const domains = [...new Set(records.flatMap((record) => (record.domain ? [record.domain] : [])))];
  const seen = new Map<string, Set<string>>(domains.map((domain) => [domain, new Set()]));
  const sizes = records.map((record) => {
    if (record.domain) for (const each of record.entered) seen.get(record.domain)!.add(each.what);
    return domains.map((domain) => seen.get(domain)!.size);
  });
  const lines = domains.map((domain, number) => ({ name: domain, values: [0, ...sizes.map((each) => each[number])] }));
  if (!lines.length) return <p>No refinement made the precision finer.</p>;
  return (
    <div class="plots">
      <Plot title="things tracked after each refinement, by domain" lines={lines} first={0} />
      {records.length > 1 && <Plot title="edges of the error path" lines={[{ name: "edges", values: records.map((record) => record.path_length) }]} first={1} />}
    </div>
  );
}

function Plot({ title, lines, first }: { title: string; lines: { name: string; values: number[] }[]; first: number }) {
  const [width, height, left, bottom] = [460, 190, 44, 32];
  const count = Math.max(...lines.map((line) => line.values.length));
  const most = Math.max(1, ...lines.flatMap((line) => line.values));
  const x = (number: number) => left + (count < 2 ? 0 : (number / (count - 1)) * (width - left - 12));
  const y = (value: number) => height - bottom - (value / most) * (height - bottom - 14);
  const step = (values: number[]) => values.map((value, number) => (number ? `H${x(number)}V${y(value)}` : `M${x(0)} ${y(value)}`)).join("");
  const last = lines.map((line) => `${line.name} ${line.values[line.values.length - 1]}`).join(", ");
  return (
    <figure>
      <figcaption>{title}{lines.map((line, number) => <span class="key"><i class={`s${number % 6}`} /> {line.name}</span>)}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}, over ${count - 1 + first} refinements; in the end: ${last}`}>
        <path class="axis" d={`M${left} 10V${height - bottom}H${width - 8}`} />
        {[0, most / 2, most].map((value) => Number.isInteger(value) && (
          <g><path class="grid" d={`M${left} ${y(value)}H${width - 8}`} /><text x={left - 6} y={y(value) + 4} text-anchor="end">{value}</text></g>
        ))}
        <text x={x(0)} y={height - bottom + 16} text-anchor="middle">{first}</text>
        <text x={x(count - 1)} y={height - bottom + 16} text-anchor="end">{count - 1 + first}</text>
        <text x={(left + width) / 2} y={height - 2} text-anchor="middle">refinement</text>
        {lines.map((line, number) => line.values.length > 1
          ? <path class={`line s${number % 6}`} d={step(line.values)} />
          : <circle class={`s${number % 6}`} cx={x(0)} cy={y(line.values[0])} r="3" />)}
      </svg>
    </figure>
  );
}
