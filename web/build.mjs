// Builds the script and the style of the page into the Python package, with a hash of all they are made from, and the notices
// of the packages that are in the script.  `npm ci && npm run build`.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "src", "whet", "report", "verification", "page_files");

// The same as in tests/report/test_verification_bundle.py: names and contents, in the order of the names.
const hash = createHash("sha256");
const sources = ["package-lock.json", "package.json", ...readdirSync(join(here, "src")).map((name) => `src/${name}`)].sort();
for (const name of sources) hash.update(`${name}\0`).update(readFileSync(join(here, name))).update("\0");
const header = `built from web/ ${hash.digest("hex")}`;

const options = { bundle: true, minify: true, charset: "utf8", legalComments: "none", target: "es2022", write: false };
const script = await build({
  ...options,
  entryPoints: [join(here, "src", "main.tsx")],
  format: "iife",
  jsx: "automatic",
  jsxImportSource: "preact",
  define: { "process.env.NODE_ENV": '"production"' },
});
const style = await build({ ...options, entryPoints: [join(here, "src", "style.css")] });
writeFileSync(join(out, "report.js"), `/* ${header}; licences: NOTICES.txt */\n${script.outputFiles[0].text}`);
writeFileSync(join(out, "report.css"), `/* ${header} */\n${style.outputFiles[0].text}`);

// What is named here, and what that needs: a package may have others inside.
const packages = new Set(Object.keys(JSON.parse(readFileSync(join(here, "package.json"), "utf8")).dependencies));
for (const name of packages) {
  const about = JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8"));
  for (const needed of Object.keys(about.dependencies ?? {})) packages.add(needed);
}
const notices = [...packages].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].find((each) => existsSync(join(folder, each)));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${about.version} (${about.license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
const rule = `\n${"-".repeat(100)}\n\n`;
writeFileSync(join(out, "NOTICES.txt"), `report.js contains these packages.\n${rule}${notices.join(rule)}`);
console.log(header, `${Math.round(script.outputFiles[0].text.length / 1024)} KiB`, [...packages].join(", "));
