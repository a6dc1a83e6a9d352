import { definePlugin, defineTool, toolsAdapter } from "@agent-tools/contract";
import { Type } from "typebox";

const roll = defineTool({
  name: "roll_dice",
  description: "Rolls dice and adds them up.",
  input: Type.Object({ count: Type.Integer({ minimum: 1, maximum: 20 }) }),
  effect: "read",
  call: ({ count }) => Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 6)).reduce((a, b) => a + b),
});

export const dice = definePlugin({
  name: "Dice",
  prefix: "dice",
  description: "Rolls dice.",
  adapter: toolsAdapter([roll]),
  skills: {
    "two-rolls": {
      run: async (adapter) => [
        await adapter.call("roll_dice", { count: 2 }),
        await adapter.call("roll_dice", { count: 2 }),
      ],
    },
  },
});
