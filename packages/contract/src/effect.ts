/** What running a tool can do to the world. Unknown counts as `write`. */
export type Effect = "read" | "write" | "destructive";

/** Every effect, the mildest first. */
export const effects: readonly Effect[] = ["read", "write", "destructive"];

/** The strongest of the given effects; `read` when there is none. */
export function strongestEffect(list: Iterable<Effect>): Effect {
  let strongest = 0;
  for (const effect of list) strongest = Math.max(strongest, effects.indexOf(effect));
  return effects[strongest] as Effect;
}
