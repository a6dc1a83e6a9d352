/** A vitest reporter that names what failed and prints the line `tests: N passed, N failed, N skipped`, which .ci/run adds up. */
export default class CountReporter {
  onTestRunEnd(testModules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const testModule of testModules) {
      if (testModule.errors().length > 0) {
        counts.failed++;
        console.log(`failed: ${testModule.relativeModuleId}`);
      }
      for (const test of testModule.children.allTests()) {
        const { state } = test.result();
        counts[state]++;
        if (state === "failed") console.log(`failed: ${testModule.relativeModuleId} > ${test.fullName}`);
      }
    }
    console.log(`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}
