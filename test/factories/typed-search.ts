import type { TestApp } from '#test/test-app.ts';

/** Runs a list's search with a query's parameters in the body, as typed search terms require. */
export const typedSearch =
  ({ app }: Pick<TestApp, 'app'>, headers: () => Record<string, string>) =>
  (pathAndQuery: string) => {
    const { pathname, searchParams } = new URL(pathAndQuery, 'http://localhost');
    return app.inject({
      method: 'POST',
      url: `${pathname}/search`,
      payload: Object.fromEntries(searchParams),
      headers: headers(),
    });
  };
