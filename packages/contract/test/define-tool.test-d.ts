import { Type } from "typebox";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { type ArgumentsOf, type CallContext, defineTool } from "../src/index.js";

defineTool({
  name: "typebox",
  input: Type.Object({ id: Type.String(), limit: Type.Optional(Type.Integer()), tags: Type.Array(Type.String()) }),
  call(args, context) {
    expectTypeOf(args).toEqualTypeOf<{ id: string; limit?: number; tags: string[] }>();
    expectTypeOf(context).toEqualTypeOf<CallContext>();
  },
});

// O10: with zod the handler sees the output side.
defineTool({
  name: "zod",
  input: z.object({ id: z.string(), limit: z.number().default(10), when: z.string().transform(Number) }),
  call(args) {
    expectTypeOf(args).toEqualTypeOf<{ id: string; limit: number; when: number }>();
  },
});

const stringy = z.object({ id: z.string() });
expectTypeOf<ArgumentsOf<typeof stringy>>().toEqualTypeOf<{ id: string }>();

defineTool({
  name: "wrong-handler",
  input: stringy,
  // @ts-expect-error: the handler's argument type has to fit the schema.
  call: ({ id }: { id: number }) => id,
});

// @ts-expect-error: an effect is one of three words.
defineTool({ name: "wrong-effect", input: stringy, effect: "harmless", call: () => undefined });
