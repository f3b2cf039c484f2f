/**
 * Loads sharp. It is native code, so it is loaded with the first picture and not at start. One thread per picture:
 * callers bound how many run at once. Pictures never repeat, so the decoder's cache gains nothing.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
