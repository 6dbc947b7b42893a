/**
 * What the steps of a request note on it for later steps. A property of the request or response itself: an entry of a WeakMap
 * for each request costs the garbage collector several microseconds. Benchmark: `npm run bench -- path`.
 */
type Noted<Carrier extends object, Value> = {
  get(carrier: Carrier): Value | undefined;
  set(carrier: Carrier, value: Value): void;
};

export function noted<Carrier extends object, Value>(name: string): Noted<Carrier, Value> {
  const key = Symbol(name);
  type Marked = Carrier & { [key]?: Value };
  return {
    get: (carrier: Marked) => carrier[key],
    set: (carrier: Marked, value) => {
      carrier[key] = value;
    },
  };
}
