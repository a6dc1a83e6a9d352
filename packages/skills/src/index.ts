export { defineSkill, type SkillOptions } from "./define-skill.js";
export { loadSkill } from "./load-skill.js";
export { type RelatedProblem, relatedProblems, type SkillOwner } from "./related-skills.js";
export { loadSkillFolder, type SkillFolder } from "./skill-folder.js";
export { loadSkillFolders, type SkillFolders, type SkillFoldersOptions } from "./skill-folders.js";
export type { SkillFrontMatter } from "./skill-front-matter.js";
export { type ReadableSkills, type SkillsPromptOptions, skillsPrompt } from "./skills-prompt.js";
export { parseUses, type UsesMatcher, wildcard } from "./uses-patterns.js";
