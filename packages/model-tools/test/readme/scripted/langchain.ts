import { AIMessage } from "@langchain/core/messages";
import { type FakeBuiltModel, fakeModel } from "@langchain/core/testing";
import { called } from "./greeter.js";

export { runtime } from "./greeter.js";

/** The library's own fake: it greets Ada, and then says what it was told. */
export const model: FakeBuiltModel = fakeModel()
  .respondWithTools([called])
  .respond((messages) => new AIMessage(String(messages.at(-1)?.content)));
