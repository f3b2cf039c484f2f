/**
 * The parts of `source`, each next one under way while its predecessor is used. A failure is met when its part is due;
 * whoever stops early ends the source.
 */
export async function* readAhead<Part>(source: AsyncIterable<Part>): AsyncGenerator<Part> {
  const iterator = source[Symbol.asyncIterator]();
  const begin = () => {
    const next = iterator.next();
    next.catch(() => undefined);
    return next;
  };
  let next = begin();
  try {
    for (let part = await next; !part.done; part = await next) {
      next = begin();
      yield part.value;
    }
  } finally {
    await iterator.return?.();
  }
}
