/**
 * The parts of `source`, reading the next one while the current one is used. A failure surfaces when its part is due;
 * returning early closes the source.
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
