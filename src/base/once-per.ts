// Remembers what was read from an object for as long as the object lives.

/** The same function, which runs once for each object. */
export function oncePer<K extends object, V extends object>(read: (from: K) => V): (from: K) => V {
  const known = new WeakMap<K, V>();
  return (from) => {
    const value = known.get(from) ?? read(from);
    known.set(from, value);
    return value;
  };
}
