export { loadSkill } from "./load-skill.js";
export { type RelatedProblem, relatedProblems, type SkillOwner } from "./related-skills.js";
export { parseUses, type UsesMatcher, wildcard } from "./uses-patterns.js";
