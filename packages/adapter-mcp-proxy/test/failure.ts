/** What the work fails with; undefined where it does not. */
export async function failure(work: unknown): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
