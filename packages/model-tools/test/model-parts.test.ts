import { expect, test } from "vitest";
import { modelOutput, modelParts, modelText } from "../src/model-parts.js";

const image = { type: "image", data: "AA==", mimeType: "image/png" };
const text = (words: string) => ({ type: "text", text: words });

test("structured content is added where no text repeats it, whatever its spacing and order", () => {
  const structuredContent = { a: 1, b: [2] };
  expect(modelParts({ content: [text('{\n  "b": [2],\n  "a": 1\n}')], structuredContent })).toHaveLength(1);
  expect(modelParts({ content: [text("One and two.")], structuredContent }).at(-1)).toEqual(text('{"a":1,"b":[2]}'));
  expect(modelParts({ content: [], structuredContent: null })).toEqual([text("null")]);
});

test("texts of resources are texts; what no model sees is named; links are kept", () => {
  const link = { type: "resource_link", uri: "file:///a.csv", name: "a.csv" };
  expect(
    modelParts({
      content: [
        text(""),
        { type: "resource", resource: { uri: "note://1", text: "Hello" } },
        { type: "resource", resource: { uri: "note://2", blob: "AAAA", mimeType: "application/zip" } },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        { type: "image", data: "AAAA", mimeType: "image/svg+xml" },
        link,
        image,
      ],
    }),
  ).toEqual([
    text("Hello"),
    text("[resource note://2 of type application/zip, which cannot be shown here]"),
    text("[audio of type audio/wav, which cannot be shown here]"),
    text("[image of type image/svg+xml, which cannot be shown here]"),
    text(JSON.stringify(link)),
    image,
  ]);
});

test("text alone stays text; an API of texts has its images named", () => {
  expect(modelOutput({ content: [text("a"), text("b")] }, (part) => part)).toBe("a\nb");
  expect(modelOutput({ content: [text("a"), image] }, (part) => part)).toEqual([text("a"), image]);
  expect(modelText({ content: [text("a"), image] })).toBe("a\n[image of type image/png, which cannot be shown here]");
});
