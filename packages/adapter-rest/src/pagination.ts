import type { Json } from "@agent-tools/contract";
import { type HttpRequest, type HttpResponse, headerValue } from "./http-message.js";
import { atPath } from "./json-path.js";

/** How one call reads several pages. `items` is the path of the list in each page; the empty path is the page itself. */
export type Pagination = {
  readonly items: string;
  /** Default 10. What lies beyond is left, and the answer says so. */
  readonly maxPages?: number;
} & (
  | {
      readonly type: "cursor";
      /** The query parameter that takes the cursor. */
      readonly parameter: string;
      /** The path of the next cursor in a page. */
      readonly next: string;
    }
  | {
      readonly type: "link";
      /** The path of the next page's URL; without it the header Link (RFC 8288) tells it. */
      readonly next?: string;
    }
  | {
      readonly type: "offset";
      /** The query parameter that takes the offset, or the number of a page. */
      readonly parameter: string;
      /** What the parameter counts. Default `item`; counting of pages begins with the call's own value, else with 1. */
      readonly unit?: "item" | "page";
      /** The query parameter that holds the size of a page, by which the last page is recognised. Without it an empty page is. */
      readonly limit?: string;
    }
);

export const defaultMaxPages = 10;

/** The request for the page after this one, or undefined where this is the last. */
export function nextPage(
  pagination: Pagination,
  request: HttpRequest,
  response: HttpResponse,
  page: Json,
): HttpRequest | undefined {
  const items = itemsOf(pagination, page);
  switch (pagination.type) {
    case "cursor": {
      const cursor = atPath(page, pagination.next);
      if (typeof cursor !== "string" && typeof cursor !== "number") return undefined;
      const before = request.url.searchParams.get(pagination.parameter);
      // A service that repeats a cursor would be asked for ever.
      return cursor === "" || String(cursor) === before
        ? undefined
        : withQuery(request, pagination.parameter, String(cursor));
    }
    case "link": {
      const link =
        pagination.next === undefined ? linkIn(headerValue(response, "link")) : atPath(page, pagination.next);
      if (typeof link !== "string" || !URL.canParse(link, request.url.href)) return undefined;
      const url = new URL(link, request.url);
      // Another origin would get the credentials of this one.
      return url.origin !== request.url.origin || url.href === request.url.href ? undefined : { ...request, url };
    }
    case "offset": {
      const { parameter, unit = "item", limit } = pagination;
      const size = limit === undefined ? Number.NaN : Number(request.url.searchParams.get(limit) ?? Number.NaN);
      if (items.length === 0 || items.length < size) return undefined;
      const current = Number(request.url.searchParams.get(parameter) ?? (unit === "page" ? 1 : 0));
      return withQuery(request, parameter, String(current + (unit === "page" ? 1 : items.length)));
    }
  }
}

/** The last page with the items of all pages in it, so that what it says about the rest (a cursor, a total) is kept. */
export function mergePages(pagination: Pagination, pages: readonly Json[]): Json {
  const all = pages.flatMap((page) => itemsOf(pagination, page));
  return replaceAt(pages.at(-1) as Json, pathKeys(pagination.items), all);
}

function itemsOf({ items }: Pagination, page: Json): readonly Json[] {
  const found = atPath(page, items);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

function replaceAt(value: Json, [key, ...rest]: readonly string[], replacement: Json): Json {
  if (key === undefined) return replacement;
  const object = value as Readonly<Record<string, Json>>;
  return { ...object, [key]: replaceAt(object[key] as Json, rest, replacement) };
}

function pathKeys(path: string): string[] {
  return path.split(".").filter((key) => key !== "");
}

/** Sets one field of the query and leaves the spelling of the others as it is. */
export function withQuery(request: HttpRequest, name: string, value: string): HttpRequest {
  const url = new URL(request.url);
  const others = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !new URLSearchParams(pair).has(name));
  url.search = [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join("&");
  return { ...request, url };
}

function linkIn(header: string | undefined): string | undefined {
  for (const [, target, parameters] of (header ?? "").matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters ?? "")) return target;
  }
  return undefined;
}
