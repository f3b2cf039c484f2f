/** The values that drizzle puts behind a failed query: they can hold personal data. */
const queryValues = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;

/** An error as it may stand in the log: type, message, stack and cause, without a query's values. */
export function loggedError(error: Error): { type: string; message: string; stack: string } {
  const { name, message, stack = '', cause } = error;
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return {
    type: name,
    message: message.replace(queryValues, '') + reason,
    stack: stack.replace(queryValues, ''),
  };
}
