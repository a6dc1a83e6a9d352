import { posix } from "node:path";

/** Another way to write a resource's URI, which its server may read as the same one. */
interface Spelling {
  readonly uri: string;
  /** True where the path leads elsewhere than it looks (`..`): then it has to be granted as well. */
  readonly isElsewhere: boolean;
}

const PERCENT = /%[0-9a-f]{2}/i;

/**
 * The other spellings of a URI (RFC 3986, section 6): scheme and host in lower case, without dot segments, and with its
 * percent-encoding undone. Nothing where the URI is its only one.
 */
export function otherSpellings(uri: string): readonly Spelling[] {
  const found = new Map<string, Spelling>();
  const add = (spelling: string, isElsewhere: boolean) => {
    if (spelling === uri) return;
    const isKnownElsewhere = found.get(spelling)?.isElsewhere === true;
    found.set(spelling, { uri: spelling, isElsewhere: isElsewhere || isKnownElsewhere });
  };
  let text = uri.trim();
  add(text, false);
  // Encoded more than once, it would be decoded by whoever decodes more than once.
  for (let round = 0; round < 3; round += 1) {
    const [kept, lower] = withoutDots(text);
    const isElsewhere = hasDots(text);
    add(kept, isElsewhere);
    add(lower, isElsewhere);
    if (isElsewhere) add(asFolders(text), true);
    if (!PERCENT.test(kept)) break;
    text = decoded(kept);
    add(text, hasDots(text));
  }
  return [...found.values()];
}

function hasDots(uri: string): boolean {
  return /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(uri);
}

/** The URI without dot segments, with its host as it is and in lower case. */
function withoutDots(uri: string): readonly [kept: string, lower: string] {
  if (!URL.canParse(uri)) return [uri, uri];
  const parsed = new URL(uri);
  const host = parsed.host.toLowerCase();
  const lower = host === parsed.host ? parsed.href : parsed.href.replace(`//${parsed.host}`, `//${host}`);
  return [parsed.href, lower];
}

/** As a server reads it that takes the host for the first folder. */
function asFolders(uri: string): string {
  return uri.replace(/^([^:]*:\/\/)([^?#]*)/, (_, scheme: string, path: string) => scheme + posix.normalize(path));
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
