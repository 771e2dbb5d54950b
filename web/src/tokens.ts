// C in colours: enough to read by, no parser.

export type Token = [kind: "" | "k" | "s" | "c" | "n" | "p", text: string];

const KEYWORDS = new Set(
  ("auto break case char const continue default do double else enum extern float for goto if inline int long register restrict " +
    "return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool _Static_assert " +
    "true false NULL").split(" "),
);
const PATTERN =
  /(\/\*.*?(?:\*\/|$)|\/\/.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(^\s*#\s*\w+)|(\b\d[\w.]*)|([A-Za-z_]\w*)|(\s+|[^\w\s])/g;

/** The tokens of each line; comments may span lines. */
export function tokenize(lines: string[]): Token[][] {
  let inside = false;
  return lines.map((line) => {
    const found: Token[] = [];
    let rest = line;
    if (inside) {
      const end = rest.indexOf("*/");
      if (end < 0) return [["c", rest]] as Token[];
      found.push(["c", rest.slice(0, end + 2)]);
      rest = rest.slice(end + 2);
      inside = false;
    }
    for (const match of rest.matchAll(PATTERN)) {
      const [text, comment, string, directive, number, word] = match;
      if (comment) {
        inside = comment.startsWith("/*") && !comment.endsWith("*/");
        found.push(["c", text]);
      } else if (string) found.push(["s", text]);
      else if (directive) found.push(["p", text]);
      else if (number) found.push(["n", text]);
      else found.push([word && KEYWORDS.has(word) ? "k" : "", text]);
    }
    return found;
  });
}

/** The same tokens, cut where a range of columns (from 0, the end not included) begins and ends; the third part says "inside". */
export function cutAt(tokens: Token[], begin: number, end: number): [Token, boolean][] {
  const found: [Token, boolean][] = [];
  let column = 0;
  for (const [kind, text] of tokens) {
    const first = Math.min(Math.max(begin - column, 0), text.length);
    const last = Math.min(Math.max(end - column, 0), text.length);
    const parts: [string, boolean][] = [[text.slice(0, first), false], [text.slice(first, last), true], [text.slice(last), false]];
    for (const [part, is] of parts) if (part) found.push([[kind, part], is]);
    column += text.length;
  }
  return found;
}
