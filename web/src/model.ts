// The report as Python writes it (whet.report.verification.model); what is packed there is a tuple here.

export interface SourceText { name: string; text: string }
export interface Spot { file: number; line: number; column: number; end_line: number; end_column: number }
export interface Mark { kind: string; file: number; line: number; text: string }

export interface Lines { file: number; executed: number[]; others: number[] }

export type Box = [kind: string, title: string, detail: string];
export type Row = [box: number, name: string, type: string];
export type Change = [row: number, value: string | null, targets: [box: number, row: number][]];

export interface Step {
  spot: Spot | null;
  kind: string;
  text: string;
  frames: number[];
  changes: Change[];
  freed: number[];
  skipped: number;
}

export interface Run {
  title: string;
  place: string | null;
  check: string;
  inputs: { source: string; value: string; place: string | null }[];
  boxes: Box[];
  rows: Row[];
  steps: Step[];
  note: string;
}

export type Dot = [
  number: number, label: string, kind: string, fn: string, line: number | null, text: string, coveredBy: number | null,
];
export type Arrow = [source: number, target: number, text: string, kind: string];
export interface Graph { nodes: Dot[]; edges: Arrow[]; note: string }
export interface OtherSearch {
  name: string; text: string; facts: [string, string][]; claims: { place: string | null; where: string; text: string }[];
}
export interface FunctionGraph { name: string; file: number | null; graph: Graph }

export interface Candidate {
  domain: string; source: string; score: number; length: number; width: number; depth: number; variety: number;
  tracks: string[]; chosen: boolean;
}
export interface Span { function: string; first: string | null; last: string | null }
export interface Refinement {
  number: number; path_length: number; target: string; place: string | null;
  candidates: Candidate[]; declined: { domain: string; reason: string }[];
  domain: string | null; source: string | null; entered: { what: string; where: Span[] }[]; reason: string | null;
}

export interface Member {
  name: string; end: string; verdict: string; detail: string; cpu_seconds: number; wall_seconds: number;
}
export interface Settings { name: string; settings: Record<string, { value: string; source: string }> }

export interface Outcome {
  kind: "true" | "false" | "unknown" | "error";
  word: string; summary: string; place: string | null; reason: string | null; advice: string | null; comparison: string | null;
  facts: [string, string][];
}

export interface Report {
  format: number;
  whet: string;
  title: string;
  outcome: Outcome;
  files: SourceText[];
  marks: Mark[];
  lines: Lines[];
  lines_by: string;
  runs: Run[];
  functions: FunctionGraph[];
  graph: Graph | null;
  instead: OtherSearch | null;
  refinements: Refinement[];
  refinements_left_out: number;
  statistics: Record<string, number | string>;
  portfolio: { winner: string | null; members: Member[]; choice?: string } | null;
  configuration: { used: Settings | null; winner: Settings | null };
  task: { files: string[]; property: string; machine: string; entry: string; expected: boolean | null };
  assumptions: { what: string; place: string | null }[];
  checked: Record<string, unknown>;
  notes: string[];
}
