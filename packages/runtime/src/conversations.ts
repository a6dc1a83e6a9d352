import type { Caller } from "@agent-tools/contract";

/** What outlives a call in one conversation. It may help or narrow, and never grants. */
export interface Conversation {
  /** The skills that were loaded in it. */
  readonly loaded: Set<string>;
  /** The skill to whose tools it has narrowed itself. */
  toolset?: string | undefined;
}

/** How many conversations are remembered; the one that has been quiet the longest starts anew. */
const MOST_CONVERSATIONS = 2_000;

/** The conversations of callers, in memory. */
export interface Conversations {
  /** What is known of the caller's; nothing is remembered by asking. */
  get(caller: Caller): Conversation | undefined;
  /** The same, to be written to. */
  open(caller: Caller): Conversation;
}

/** No conversations yet. */
export function createConversations(): Conversations {
  const known = new Map<string, Conversation>();
  return {
    get: (caller) => known.get(keyOf(caller)),
    open(caller) {
      const key = keyOf(caller);
      const conversation = known.get(key) ?? { loaded: new Set() };
      known.delete(key);
      known.set(key, conversation);
      if (known.size > MOST_CONVERSATIONS) known.delete(known.keys().next().value as string);
      return conversation;
    },
  };
}

function keyOf({ workspace, agent, caller, conversation }: Caller): string {
  return JSON.stringify([workspace, agent, caller, conversation]);
}
