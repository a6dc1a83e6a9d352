import { isDeepStrictEqual } from "node:util";
import { type Content, isObject, type ToolResult } from "@agent-tools/contract";

/** The images that every provider's models see. */
const imageTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** What a model can be given of a result. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: (typeof imageTypes)[number] };

/**
 * A result as a model is to get it: its texts and images, in order. Structured content that no text repeats is added as
 * JSON; what models cannot be given (audio, binary files) is named.
 */
export function modelParts({ content, structuredContent }: ToolResult): readonly ModelPart[] {
  const parts = content.map(modelPart).filter((part) => part.type !== "text" || part.text !== "");
  if (structuredContent === undefined) return parts;
  const isTold = parts.some((part) => part.type === "text" && isDeepStrictEqual(parsed(part.text), structuredContent));
  return isTold ? parts : [...parts, { type: "text", text: JSON.stringify(structuredContent) }];
}

/** The same for an API that takes text alone: images are named. */
export function modelText(result: ToolResult): string {
  return modelParts(result)
    .map((part) => (part.type === "text" ? part.text : unshown(part.type, part.mimeType)))
    .join("\n");
}

/** The same for an API that takes either: text where there is nothing else, which more servers understand, else the parts. */
export function modelOutput<Part>(result: ToolResult, asPart: (part: ModelPart) => Part): string | Part[] {
  const parts = modelParts(result);
  return parts.every(({ type }) => type === "text") ? modelText(result) : parts.map(asPart);
}

/** A result for an API that has no mark for failures: one that failed says so in words. */
export function worded(result: ToolResult): ToolResult {
  return result.isError === true
    ? { ...result, content: [{ type: "text", text: "Error:" }, ...result.content] }
    : result;
}

function modelPart(block: Content): ModelPart {
  const { type, text, data, mimeType, resource } = block;
  if (type === "text" && typeof text === "string") return { type, text };
  const imageType = imageTypes.find((each) => each === mimeType);
  if (type === "image" && typeof data === "string" && imageType) return { type, data, mimeType: imageType };
  if (isObject(resource)) {
    if (typeof resource["text"] === "string") return { type: "text", text: resource["text"] };
    return { type: "text", text: unshown(`resource ${resource["uri"]}`, resource["mimeType"]) };
  }
  if (data !== undefined) return { type: "text", text: unshown(type, mimeType) };
  return { type: "text", text: JSON.stringify(block) };
}

function unshown(what: string, mimeType: unknown): string {
  return `[${what}${typeof mimeType === "string" ? ` of type ${mimeType}` : ""}, which cannot be shown here]`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
