/** A vitest reporter that prints the line `tests: N passed, N failed, N skipped`, which .ci/run adds up. */
export default class CountReporter {
  onTestRunEnd(testModules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const { children } of testModules) {
      for (const test of children.allTests()) counts[test.result().state]++;
    }
    console.log(`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
