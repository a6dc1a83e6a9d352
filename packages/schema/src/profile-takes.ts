import type { Profile } from "./profiles.js";

/** True where a profile takes this value of a keyword that it knows. */
export function takesValue(profile: Profile, keyword: string, value: unknown): boolean {
  const { formats, patterns, largestCount = Infinity, hasTextEnums } = profile;
  if (keyword === "format") return formats?.has(value as string) ?? true;
  if (keyword === "pattern") return patterns?.test(value as string) ?? true;
  if (keyword === "enum" && hasTextEnums) {
    return (value as unknown[]).every((item) => typeof item === "string" && item !== "");
  }
  return !/^(?:min|max)(?:Length|Items)$/.test(keyword) || (value as number) <= largestCount;
}
