const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$)(?:\.|$)/i;

/**
 * Why Windows would read a path as something else than the file that it names, or undefined: devices and reserved names,
 * drives and network shares, streams (`a.txt:x`), 8.3 names (`PROGRA~1`), and ends that Win32 drops.
 */
export function windowsFault(path: string): string | undefined {
  if (/^[\\/]{2}|^[\\/]\?\?/.test(path)) return "a device or a network share";
  if (/^[a-z]:/i.test(path)) return "a drive";
  for (const part of path.split(/[\\/]/)) {
    if (part.includes(":")) return "a stream";
    if (reserved.test(part.trimEnd())) return "a reserved name";
    if (/~\d/.test(part)) return "a short name";
    if (part !== "." && part !== ".." && /[. ]$/.test(part)) return "a name with a dot or space at its end";
    if (/[<>"|?*]/.test(part)) return "a name with a reserved character";
  }
  return undefined;
}
