/**
 * What an object holds under a name itself, not by inheritance: descriptions and callers choose names freely, and every
 * object inherits something under `constructor`.
 */
export function ownField<T>(fields: Readonly<Record<string, T>>, name: string | number): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
