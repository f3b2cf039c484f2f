import { AsyncLocalStorage } from 'node:async_hooks';

type OnQuery = (text: string) => void;

const watchers = new AsyncLocalStorage<OnQuery | undefined>();

/** Runs `work`; `onQuery` gets the text of each statement it sends to a database. Undefined watches nothing. */
export const watchQueries = <T>(onQuery: OnQuery | undefined, work: () => T): T =>
  watchers.run(onQuery, work);

/** Reports a statement about to be sent. */
export const noteQuery = (query: unknown): void => {
  const onQuery = watchers.getStore();
  if (onQuery) onQuery(typeof query === 'string' ? query : (query as { text: string }).text);
};
