import type * as api from "../../src/index.js";

export interface HttpCase {
  readonly id: string;
  readonly profile: string;
  readonly why: string;
}

export declare function isForLater(one: HttpCase): boolean;
export declare function runHttpCorpus(
  cases: readonly HttpCase[],
  http: typeof api,
): Promise<{ id: string; problem: string | undefined }[]>;
