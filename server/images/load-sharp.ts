/**
 * What reads, draws and writes pictures. It is native code, so it is read with the first picture, not at a start. One
 * thread a picture: how many there are at once is bounded by whoever calls. Pictures never repeat, so caching what
 * was decoded gains nothing.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
