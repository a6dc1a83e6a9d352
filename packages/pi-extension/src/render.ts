import { isObject } from "@agent-tools/contract";
import { calledName } from "./gate.js";

/** As far as a theme of Pi is used. */
interface Theme {
  fg(color: string, text: string): string;
}

/** A component of Pi's screen: lines that are never wider than asked. */
interface Component {
  render(width: number): string[];
  invalidate(): void;
}

/** Lines shown of a result until it is expanded. */
const PREVIEW_LINES = 5;

/** How calls of a host's tool are drawn: by the plugin and tool that is called, and the start of what came back. */
export function renderersFor(listed: string): object {
  return {
    renderCall: (args: unknown, theme: Theme): Component =>
      lines((width) => {
        const name = calledName(listed, args).replace("__", " › ");
        const rest = oneLine(isObject(args) && "arguments" in args ? args["arguments"] : args);
        const title = fitted(name, width);
        return [`${theme.fg("toolTitle", title)}${theme.fg("muted", fitted(` ${rest}`, width - columns(title)))}`];
      }),
    renderResult: (
      result: { readonly content?: readonly unknown[] },
      { expanded = false }: { readonly expanded?: boolean },
      theme: Theme,
      context?: { readonly isError?: boolean },
    ): Component =>
      lines((width) => {
        const all = textOf(result.content ?? []).split("\n");
        const shown = expanded ? all : all.slice(0, PREVIEW_LINES);
        const more = all.length > shown.length ? [theme.fg("muted", `… ${all.length - shown.length} more lines`)] : [];
        const color = context?.isError === true ? "error" : "toolOutput";
        return [...shown.map((line) => theme.fg(color, fitted(line, width))), ...more];
      }),
  };
}

function lines(render: (width: number) => string[]): Component {
  return { render, invalidate() {} };
}

function textOf(content: readonly unknown[]): string {
  return content
    .map((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : `[${oneLine(block)}]`))
    .join("\n");
}

function oneLine(value: unknown): string {
  return JSON.stringify(value ?? {}).slice(0, 500);
}

/** The text in so many columns, without control characters, which a terminal would obey. */
function fitted(text: string, width: number): string {
  let result = "";
  let used = 0;
  for (const character of text.replaceAll("\t", "  ").replaceAll(/\p{Cc}/gu, "")) {
    used += columns(character);
    if (used > width) return result;
    result += character;
  }
  return result;
}

/** Columns that a text takes at most: what is not ASCII may be two wide. */
function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += character < "\x7f" ? 1 : 2;
  return sum;
}
