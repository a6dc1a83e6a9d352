/** One thing that a lowered schema says less exactly than the original. */
export interface Weakening {
  /** JSON Pointer into the lowered schema. */
  readonly path: string;
  /** What is lost, in words. */
  readonly loss: string;
}
