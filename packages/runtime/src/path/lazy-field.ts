/**
 * A field that is worked out each time it is read, from a source that each object has of its own. All objects share one
 * getter: a getter of its own, as in a literal, gives an object a hidden class of its own, which V8 keeps, and all
 * that the getter holds with it, until the next full collection.
 */
export function lazyField<N extends string, S, V>(
  name: N,
  read: (source: S) => V,
): <T extends object>(target: T, source: S) => T & { readonly [K in N]: V } {
  const held = Symbol(name);
  const getter: PropertyDescriptor & ThisType<{ readonly [held]: S }> = {
    enumerable: true,
    configurable: true,
    get() {
      return read(this[held]);
    },
  };
  return (target, source) => {
    Object.defineProperty(target, held, { value: source });
    return Object.defineProperty(target, name, getter) as never;
  };
}
