import type { standaloneContext } from "@agent-tools/contract";
import type { openApiAdapter } from "../src/index.js";

export interface CallCase {
  readonly operationId: string;
  readonly case: number;
  readonly doc: string;
}
export interface CallRow {
  readonly id: string;
  readonly problems: readonly string[];
}
export interface TestedProduct {
  readonly openApiAdapter: typeof openApiAdapter;
  readonly standaloneContext: typeof standaloneContext;
}
export interface EchoServer {
  readonly url: string;
  readonly port: number;
  stop(): void;
}
export function readCases(text: string): CallCase[];
export function runCallCorpus(cases: readonly CallCase[], folder: URL, product: TestedProduct): Promise<CallRow[]>;
export function startEcho(script?: URL): Promise<EchoServer>;
