import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { services } from '#kit/pages/context.ts';
import type { Services } from '#start/services.server.ts';
import { loader } from './social-challenge-page.tsx';

/** What the page of this address requests: the organisations for animals, on three pages. */
async function asked(address: string, parameters: Record<string, string>) {
  const search = vi.fn(async (_query: object, page: number) =>
    page <= 3 ? { items: [], page, pageCount: 3, total: 60 } : undefined,
  );
  const own = {
    associates: { search },
    challenges: { find: async (id: string) => (id === 'animal' ? { id } : undefined) },
    reads: { fund: async () => ({}), fundPayouts: async () => ({ items: [] }) },
  };
  const context = new RouterContextProvider();
  context.set(services, own as unknown as Services);
  const request = new Request(`http://localhost${address}`);
  const args = { context, params: parameters, request };
  const { selection } = await loader(args as unknown as Parameters<typeof loader>[0]);
  return { page: selection.page, query: search.mock.calls[0]?.[0] };
}
const base = '/search/social-challenge/animal';
const animal = { socialChallengeId: 'animal' };

test('the organisations of a challenge are paged by the address, its page one without a number', async () => {
  expect(await asked(base, animal)).toMatchObject({ page: 1, query: animal });
  const third = await asked(`${base}/3`, { ...animal, page: '3' });
  expect(third).toMatchObject({ page: 3, query: animal });
});

test.each([
  ['a page beyond the last', { ...animal, page: '4' }],
  ['a page that is no number', { ...animal, page: 'x' }],
  ['a challenge that is none', { socialChallengeId: 'nothing' }],
])('%s is not found', async (_what, parameters) => {
  await expect(asked(base, parameters)).rejects.toMatchObject({ init: { status: 404 } });
});
