/**
 * Content-Security-Policy of an uploaded file. Opened by itself it is a document, so nothing in it may run, load or
 * be framed.
 */
export const filePolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";
