/**
 * The Content-Security-Policy of a file that somebody sent: opened by itself it is a document, and
 * whatever got into it must neither run, nor load anything, nor be framed.
 */
export const filePolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";
