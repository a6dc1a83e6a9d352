import { posix } from "node:path";
import type { PolicyDecision, PolicySubject } from "@agent-tools/runtime";

/** Another way to write a resource's URI, which its server may read as the same one. */
interface Spelling {
  readonly uri: string;
  /** True where the path leads elsewhere than it looks (`..`): then it has to be granted as well. */
  readonly isElsewhere: boolean;
}

const rank = { allow: 0, shadow: 1, deny: 2 } as const;

/**
 * The decision about a subject; a resource is judged by every spelling of its URI, since its server may read one for the
 * other, and the strictest decides. `isUngranted` tells a denial that only says that nothing grants it.
 */
export function strictest(
  subject: PolicySubject,
  decide: (subject: PolicySubject) => PolicyDecision,
  isUngranted: (decision: PolicyDecision) => boolean,
): PolicyDecision {
  let decision = decide(subject);
  const { target } = subject;
  if (!("resource" in target)) return decision;
  for (const { uri, isElsewhere } of otherSpellings(target.resource)) {
    const other = decide({ ...subject, target: { ...target, resource: uri } });
    // Rules that grant name a resource as its server does, and nobody has to grant its other spellings too.
    if (!isElsewhere && isUngranted(other)) continue;
    if (rank[other.mode] > rank[decision.mode]) decision = other;
  }
  return decision;
}

const PERCENT = /%[0-9a-f]{2}/i;

/**
 * The other spellings of a URI (RFC 3986, section 6): scheme and host in lower case, without dot segments, and with its
 * percent-encoding undone. Nothing where the URI is its only one.
 */
function otherSpellings(uri: string): readonly Spelling[] {
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
