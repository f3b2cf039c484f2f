/** Parameters that drizzle appends to a failed query: they may contain personal data. */
const queryValues = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;
/** Query part of a URL: it may contain search words and tokens. */
const urlQueries = /(?<=[\w/])\?[\w.~%[\]-]+=[^\s"'`)]*/g;

const withoutValues = (text: string) => text.replace(queryValues, '').replace(urlQueries, '?…');

/** Loggable form of an error: type, message, stack and cause, without query parameters of SQL and URLs. */
export function loggedError(error: Error): { type: string; message: string; stack: string } {
  const { name, message, stack = '', cause } = error;
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return {
    type: name,
    message: withoutValues(message) + withoutValues(reason),
    stack: withoutValues(stack),
  };
}
