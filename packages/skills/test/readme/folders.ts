import { loadSkillFolders, skillsPrompt } from "@agent-tools/skills";

const skills = await loadSkillFolders(new URL("./skills", import.meta.url).pathname);
const [report] = skills.list(); // name, description, allowedTools, …
const body = await skills.body("weekly-report");
const form = new TextDecoder().decode(await skills.file("weekly-report", "form.md"));
const prompt = await skillsPrompt(skills, { bodyBudget: 8_192 });

if (!prompt.includes(`- weekly-report: ${report?.description}`)) throw new Error("The prompt offers no skill.");
if (!body.includes("form.md") || !form.startsWith("# Week")) throw new Error("The skill was not read.");
