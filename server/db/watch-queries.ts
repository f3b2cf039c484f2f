import { AsyncLocalStorage } from 'node:async_hooks';

/** Gets the text of a statement. */
type OnQuery = (text: string) => void;

const watchers = new AsyncLocalStorage<OnQuery | undefined>();

/** Does `work`; `onQuery` gets the text of each statement that it sends to a database. Nobody does without one. */
export const watchQueries = <T>(onQuery: OnQuery | undefined, work: () => T): T =>
  watchers.run(onQuery, work);

/** Called for every statement, by what sends it. */
export const noteQuery = (query: unknown): void => {
  const onQuery = watchers.getStore();
  if (onQuery) onQuery(typeof query === 'string' ? query : (query as { text: string }).text);
};
