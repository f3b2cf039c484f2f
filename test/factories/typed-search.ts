import type { TestApp } from '#test/test-app.ts';

/** Asks a list's search for what a query says, but in a body, as words that are typed have to be. */
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
