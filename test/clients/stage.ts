import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type ModelServer, modelServer } from "./model-server.js";
import { temporaryHome } from "./run.js";

/** What the tests of one file share: one scripted model, and a home of its own for each test. */
export interface Stage {
  readonly model: ModelServer;
  readonly home: string;
}

/** Sets the stage for the tests of the file that calls it, and clears it after them. */
export function stage(): Stage {
  let model: ModelServer;
  let temporary: ReturnType<typeof temporaryHome>;
  beforeAll(async () => {
    model = await modelServer();
  });
  afterAll(() => model.close());
  beforeEach(() => {
    temporary = temporaryHome();
  });
  afterEach(() => temporary.remove());
  return {
    get model() {
      return model;
    },
    get home() {
      return temporary.home;
    },
  };
}
