export interface FakeInternet {
  names: Record<string, string[][]>;
  responses: { status: number; location?: string }[];
  tried: string[];
  close(): Promise<void>;
}
export function fakeInternet(): Promise<FakeInternet>;
