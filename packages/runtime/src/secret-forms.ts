/** Anything shorter is in every text. */
const SHORTEST_SECRET = 4;

/** The part of a base64 text that a secret alone determines has to have so many characters to be told from chance. */
const SHORTEST_CORE = 8;

/**
 * The texts as which a secret may come back: as it is, escaped for JSON (up to three levels deep), URLs, forms and HTML, in
 * hex, and in base64 at each of the three alignments, itself escaped; and its forms for URLs and JSON once more in hex,
 * base64 and for URLs. White space at its ends does not count, and what is shorter than four characters then has no forms.
 * Base64 that is broken into lines, and compressed or encrypted text are not among them.
 */
export function secretForms(issued: string): readonly string[] {
  const secret = issued.trim();
  if (secret.length < SHORTEST_SECRET) return [];
  const once = [secret, ...base64Forms(secret)].flatMap(escapedForms);
  // An upstream that tells a whole request in base64 tells what stood in its URL or its JSON as it stood there.
  const inside = [...urlForms(secret), JSON.stringify(secret).slice(1, -1)].filter((text) => text !== secret);
  const twice = [...new Set(inside)].flatMap((text) => [
    encodeURIComponent(text),
    ...base64Forms(text),
    ...hexForms(text),
  ]);
  return [...new Set([...once, ...hexForms(secret), ...twice])];
}

function hexForms(text: string): string[] {
  const hex = Buffer.from(text, "utf8").toString("hex");
  return [hex, hex.toUpperCase()];
}

/** The text as it is, and escaped for URLs and HTML, and each of that escaped for JSON. */
function escapedForms(text: string): readonly string[] {
  // Nobody escapes these characters.
  if (/^[\w-]*$/.test(text)) return [text];
  return [...new Set([text, ...urlForms(text), ...htmlForms(text)])].flatMap(jsonForms);
}

function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const forms = [bytes.toString("base64").replace(/=+$/, "")];
  for (const offset of [0, 1, 2]) {
    // Only the characters that depend on this secret alone, whatever stands before and after it.
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const core = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    if (core.length >= SHORTEST_CORE) forms.push(core);
  }
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** What the common encoders leave as it is, beside letters and digits, and how they write a space. */
const urlEncoders = [
  { keeps: "-_.!~*'()", space: "%20" }, // encodeURIComponent
  { keeps: "-_.!~*'();/?:@&=+$,#", space: "%20" }, // encodeURI
  { keeps: "-_.~", space: "%20" }, // RFC 3986, unreserved
  { keeps: "-_.~/", space: "%20" }, // Python's quote
  { keeps: "-_.~", space: "+" }, // Python's quote_plus
  { keeps: "-_.*", space: "+" }, // WHATWG URL, application/x-www-form-urlencoded
  { keeps: "-_.", space: "+" }, // PHP's urlencode
  { keeps: "-_.~!$&'()*+,%", space: "%20" }, // WHATWG URL, userinfo
  { keeps: "-_.~!$&'()*+,%/:;=@[]^|\\`{}?", space: "%20" }, // WHATWG URL, query
].map(({ keeps, space }) => ({ kept: new Set(Buffer.from(LETTERS_AND_DIGITS + keeps)), space }));

function urlForms(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  return urlEncoders.flatMap(({ kept, space }) => {
    const encode = (isUpper: boolean) => {
      let encoded = "";
      for (const byte of bytes) {
        const digits = byte.toString(16).padStart(2, "0");
        if (kept.has(byte)) encoded += String.fromCharCode(byte);
        else encoded += byte === 0x20 ? space : `%${isUpper ? digits.toUpperCase() : digits}`;
      }
      return encoded;
    };
    return [encode(true), encode(false)];
  });
}

/** How the common escapers write the characters that HTML and XML reserve. */
const htmlEscapers: readonly Readonly<Record<string, string>>[] = [
  {}, // text of XML serialisers
  { '"': "&quot;" }, // their attributes, PHP up to 8.0
  { '"': "&quot;", "'": "&#39;" }, // lodash
  { '"': "&quot;", "'": "&#039;" }, // PHP from 8.1
  { '"': "&quot;", "'": "&#x27;" }, // Python, React
  { '"': "&quot;", "'": "&apos;" }, // XML
  { '"': "&#34;", "'": "&#39;" }, // Go
  { '"': "&quot;", "'": "&#39;", "/": "&#x2F;", "`": "&#x60;", "=": "&#x3D;" }, // Mustache
  { '"': "&quot;", "'": "&#x27;", "`": "&#x60;", "=": "&#x3D;" }, // Handlebars
].map((escapes) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", ...escapes }));

function htmlForms(text: string): string[] {
  return htmlEscapers.map((escapes) => text.replace(/[&<>"'`=/]/g, (character) => escapes[character] ?? character));
}

/** What the common serialisers write as `\uXXXX`, beside what RFC 8259 makes them, and how. */
const jsonSerialisers: readonly { readonly escapes: RegExp; readonly isUpper?: boolean; readonly slash?: string }[] = [
  { escapes: /[^\0-\x7e]/g }, // Python
  { escapes: /[^\0-\x7f]/g, slash: "\\/" }, // PHP
  { escapes: /[\u2028\u2029]/g, slash: "\\/" }, // PHP, JSON_UNESCAPED_UNICODE
  { escapes: /[<>&\u2028\u2029]/g }, // Go
  { escapes: /[^\0-\x7e]|[&'<>+`]|\\"/g, isUpper: true }, // .NET
];

function jsonForms(text: string): string[] {
  const inJson = (written: string): string => JSON.stringify(written).slice(1, -1);
  const once = inJson(text);
  const others = jsonSerialisers.map(({ escapes, isUpper = false, slash = "/" }) =>
    once
      .replace(escapes, (character) => {
        const digits = character
          .charCodeAt(character.length - 1)
          .toString(16)
          .padStart(4, "0");
        return `\\u${isUpper ? digits.toUpperCase() : digits}`;
      })
      .replaceAll("/", slash),
  );
  return [text, ...[once, ...others].flatMap((form) => [form, inJson(form), inJson(inJson(form))])];
}
