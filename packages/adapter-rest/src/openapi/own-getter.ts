/** As old as getters are (ECMA-262, section B.2.2.2), and a quarter cheaper than to have a descriptor read each time. */
const { __defineGetter__ } = Object.prototype as unknown as {
  readonly __defineGetter__: (this: object, name: string, read: () => unknown) => void;
};

/**
 * Gives an object a property that is made when it is read, and else is like any other: listed, copied and written as JSON.
 * All objects of a class are to share the function: with one of its own each object would be of a shape of its own, which
 * costs more than parsing what it stands for, and the shape would keep what the function refers to until the next full
 * collection.
 */
export function ownGetter<T extends object>(object: T, name: string, read: (this: T) => unknown): void {
  __defineGetter__.call(object, name, read);
}
