export type { Change } from "./definition-diff.js";
export { emptyLock, type Lock, type Pin, type PluginPins, readLock, writeLock } from "./lock.js";
export {
  approve,
  checkFrozen,
  compareLock,
  type LockEntry,
  type LockReport,
  type PinState,
  reportText,
} from "./lock-report.js";
export {
  type Pinnable,
  pinnableInstructions,
  pinnableSkills,
  pinnableTools,
  type SkillInstructions,
} from "./pinnable.js";
export { createPins, type PinSubject, type Pins, type PinsOptions } from "./pins.js";
export { type Finding, isFlagged, type Severity } from "./scan/finding.js";
export type { ScanContext } from "./scan/name-rules.js";
export { scanDefinition } from "./scan/scan-definition.js";
