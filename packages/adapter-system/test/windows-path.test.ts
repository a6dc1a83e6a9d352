import { expect, test } from "vitest";
import { windowsFault } from "../src/windows-path.js";

test.each([
  "C:\\Windows\\win.ini",
  "c:a.txt",
  "\\\\server\\share\\a.txt",
  "//server/share",
  "\\\\?\\C:\\a.txt",
  "\\\\.\\PhysicalDrive0",
  "CON",
  "notes/nul.txt",
  "COM1",
  "a.txt::$DATA",
  "a.txt:evil",
  "a.txt.",
  "folder /a.txt",
  "PROGRA~1\\x",
  "a?.txt",
])("%j means something else on Windows", (path) => {
  expect(windowsFault(path)).toBeTypeOf("string");
});

test.each(["a.txt", "dir\\b.txt", "../a.txt", "./a.txt", ".hidden", "console.log", "com.txt", "über/с.txt"])(
  "%j is a plain path",
  (path) => expect(windowsFault(path)).toBeUndefined(),
);
