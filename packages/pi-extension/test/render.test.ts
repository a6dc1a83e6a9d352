import { describe, expect, test } from "vitest";
import { renderersFor } from "../src/render.js";

interface Renderers {
  renderCall(args: unknown, theme: object): { render(width: number): string[] };
  renderResult(result: object, options: object, theme: object): { render(width: number): string[] };
}
const theme = { fg: (_color: string, text: string) => text };
const { renderCall, renderResult } = renderersFor("call") as Renderers;

describe("a call on the screen", () => {
  test("names what is called, and never exceeds the width", () => {
    const component = renderCall({ plugin: "desk", toolName: "read_note", arguments: { title: "日本語" } }, theme);
    expect(component.render(80)).toEqual(['desk › read_note {"title":"日本語"}']);
    expect(component.render(10)).toEqual(["desk › re"]);
  });

  test("shows the start of a result, without what a terminal would obey", () => {
    const content = [{ type: "text", text: "one\u001b[2J\ntwo\nthree\nfour\nfive\nsix\nseven" }];
    expect(renderResult({ content }, {}, theme).render(20)).toEqual([
      ...["one[2J", "two", "three", "four", "five"],
      "… 2 more lines",
    ]);
    expect(renderResult({ content }, { expanded: true }, theme).render(20)).toHaveLength(7);
  });
});
