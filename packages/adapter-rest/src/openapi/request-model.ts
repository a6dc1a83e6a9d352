import type { Located } from "./documents.js";

export type ParameterPlace = "path" | "query" | "header" | "cookie" | "querystring";

/** The styles of OpenAPI 3, and `tabDelimited` for the `tsv` of Swagger 2.0. */
export type Style =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject"
  | "cookie";

/** How a value is written into a URL, a header, a cookie or a form. */
export interface Encoding {
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Where it is set the value is written in this media type, and the style does not count. */
  readonly contentType?: string | undefined;
}

/** One parameter, whatever version it was written in. */
export interface Parameter extends Encoding {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
  readonly example: unknown;
  readonly schema: Located;
}

/** How one property of a form is written: absent style means by the kind of its value. */
export interface PropertyEncoding {
  readonly style?: Style | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
  readonly contentType?: string | undefined;
}

/** The body of a request in the one media type that is sent. */
export interface RequestBody {
  readonly contentType: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Located;
  readonly encoding: Readonly<Record<string, PropertyEncoding>>;
}

/** What a request is made of, whatever version described it. */
export interface RequestModel {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  /** What had to be left out or guessed. */
  readonly flaws: readonly string[];
}
