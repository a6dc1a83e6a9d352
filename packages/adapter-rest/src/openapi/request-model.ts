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
  /** What stands between the items of the lists in a list, level by level (Swagger 2.0). */
  readonly innerDelimiters?: readonly string[] | undefined;
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

/** How one property of a form, or one part of a multipart body, is written: absent style means by the kind of its value. */
export interface PropertyEncoding {
  readonly style?: Style | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
  readonly innerDelimiters?: readonly string[] | undefined;
  readonly contentType?: string | undefined;
  /** The headers of a part, Content-Type aside. */
  readonly headers?: readonly PartHeader[] | undefined;
  /** The encoding of a part that is multipart itself. */
  readonly nested?: MultipartEncoding | undefined;
}

/** A header of one part. */
export interface PartHeader extends Encoding {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Located;
  /** What is sent where the caller gives nothing: the only value that its schema allows, or its default. */
  readonly byDefault: unknown;
}

/** How the parts of a body are written: of an object by name, of a list by position and beyond those by `items`. */
export interface MultipartEncoding {
  readonly named: Readonly<Record<string, PropertyEncoding>>;
  readonly prefix: readonly PropertyEncoding[];
  readonly items: PropertyEncoding | undefined;
}

/** The body of a request in the one media type that is sent. */
export interface RequestBody {
  readonly contentType: string;
  /** The media types and ranges that are described: a file may be of another one of them. */
  readonly accepted: readonly string[];
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Located;
  readonly encoding: MultipartEncoding;
}

/** What a request is made of, whatever version described it. */
export interface RequestModel {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  /** What had to be left out or guessed. */
  readonly flaws: readonly string[];
}
