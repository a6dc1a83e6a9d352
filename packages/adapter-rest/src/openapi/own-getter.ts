/**
 * A property that is made when it is read, and else is like any other of its object: listed, copied and written as JSON. It
 * is shared by all objects of a class: with a getter of its own each object would be of a shape of its own, which costs more
 * than parsing what it stands for, and the shape would keep what the getter refers to until the next full collection.
 */
export function ownGetter<T>(read: (object: T) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: T) {
      return read(this);
    },
  };
}
