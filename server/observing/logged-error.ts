/** The values that drizzle puts behind a failed query: they can contain personal data. */
const queryValues = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;
/** The query of an address, which can contain search words and tokens. */
const urlQueries = /(?<=[\w/])\?[\w.~%[\]-]+=[^\s"'`)]*/g;

const withoutValues = (text: string) => text.replace(queryValues, '').replace(urlQueries, '?…');

/**
 * An error as it may be logged: type, message, stack and cause, without the values of a query
 * to the database and without the query of an address.
 */
export function loggedError(error: Error): { type: string; message: string; stack: string } {
  const { name, message, stack = '', cause } = error;
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return {
    type: name,
    message: withoutValues(message) + withoutValues(reason),
    stack: withoutValues(stack),
  };
}
