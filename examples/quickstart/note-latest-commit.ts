import type { Skill } from "@agent-tools/contract";

/** A recipe over two plugins: the newest commit becomes something to do. */
export const noteLatestCommit: Skill = {
  meta: {
    description: "Puts the newest commit of this repository on the to-do list, to be reviewed.",
    args: "none",
    uses: ["log", "todo:*create"],
  },
  async run(git, _args, { use }) {
    const [commit = ""] = String(await git.call("log", { count: 1 })).split("\n");
    const todo = use("todo");
    const { matches } = await todo.search("create todo", 1);
    const [create] = matches;
    if (!create) throw new Error("The to-do service has no tool that creates.");
    return todo.call(create.name, { body: { title: `Review ${commit}` } });
  },
};
