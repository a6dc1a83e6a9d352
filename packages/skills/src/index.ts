export { defineSkill, type SkillOptions } from "./define-skill.js";
export { findServedSkills, type SkillServer } from "./find-served-skills.js";
export { loadSkill } from "./load-skill.js";
export { type RelatedProblem, relatedProblems, type SkillOwner } from "./related-skills.js";
export type { ReadResource, ServedSkill } from "./served-skill.js";
export {
  type SkillEntry,
  type SkillEntryFile,
  type SkillFiles,
  skillEntry,
  skillPath,
  skillUri,
} from "./skill-entry.js";
export { loadSkillFolder, type SkillFolder } from "./skill-folder.js";
export { loadSkillFolders, type SkillFolders, type SkillFoldersOptions } from "./skill-folders.js";
export type { SkillFrontMatter } from "./skill-front-matter.js";
export { skillMeta } from "./skill-meta.js";
export { type ReadableSkills, type SkillsPromptOptions, skillsPrompt } from "./skills-prompt.js";
export { parseUses, type UsesMatcher, wildcard } from "./uses-patterns.js";
