import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './paths.ts';

type Caller = Client<paths>;
export type Callers = Record<'visitor' | 'donor' | 'owner', Caller>;

export const callerOf = (baseUrl: string, headers: Record<string, string> = {}): Caller =>
  createClient<paths>({ baseUrl, headers });

/** Makes thirty calls as an external program would, with the generated types; returns their statuses. */
export async function makeCalls({ visitor, donor, owner }: Callers): Promise<number[]> {
  const statuses: number[] = [];
  async function made<Answer extends { response: Response }>(call: Promise<Answer>) {
    const answer = await call;
    statuses.push(answer.response.status);
    return answer;
  }

  const { data: found } = await made(
    visitor.GET('/api/associates', { params: { query: { prefecture: '東京都', page: '1' } } }),
  );
  const names: string[] = (found ?? []).map(({ name }: { name: string }) => name);
  const { data: all } = await made(visitor.GET('/api/associates', {}));
  const id: string = all?.[0]?.id ?? names[0] ?? '';
  await made(visitor.GET('/api/associates/{id}', { params: { path: { id } } }));
  await made(visitor.GET('/api/associates/{id}/activities', { params: { path: { id } } }));
  await made(visitor.GET('/api/associates/{id}/vision', { params: { path: { id } } }));
  await made(visitor.GET('/api/category-associates', {}));
  const { data: challenges } = await made(visitor.GET('/api/socialChallenges', {}));
  const will: string | undefined = challenges?.[0]?.will;
  await made(visitor.GET('/api/my-pledges', { params: { query: { limit: 2 } } }));
  await made(visitor.GET('/api/acceptance', {}));
  await made(visitor.GET('/api/funds', {}));
  const { data: sums } = await made(visitor.GET('/api/achievements.json', {}));
  const { error } = await made(
    visitor.GET('/api/associates/{id}', { params: { path: { id: 'no-such-organisation' } } }),
  );
  const message: string | undefined = error?.message;
  await made(
    visitor.POST('/api/applications/status', { body: { appraisalId: 'TS-0000', token: 'none' } }),
  );
  await made(visitor.GET('/api/office/today', {}));

  const { data: account } = await made(donor.GET('/api/users/account', {}));
  const email: string | undefined = account?.email;
  await made(donor.GET('/api/users/profile', {}));
  await made(donor.GET('/api/users/applications', { params: { query: { limit: 5 } } }));
  await made(donor.GET('/api/users/donations', { params: { query: { limit: 5 } } }));
  await made(donor.GET('/api/users/receipts', {}));
  await made(donor.GET('/api/users/mail-preferences', {}));
  await made(donor.GET('/api/users/sessions', {}));
  await made(donor.GET('/api/users/my-pledges', {}));
  await made(
    donor.POST('/api/users/account/names/update', {
      body: {
        lastName: '髙橋',
        firstName: '花子',
        lastNameKana: 'たかはし',
        firstNameKana: 'はなこ',
      },
    }),
  );

  const { data: today } = await made(owner.GET('/api/office/today', {}));
  const { data: applications } = await made(
    owner.GET('/api/office/applications', { params: { query: { order: 'oldest' } } }),
  );
  const states: string[] = (applications ?? []).map(({ state }: { state: string }) => state);
  await made(owner.GET('/api/office/applications/counts', {}));
  await made(owner.POST('/api/office/donors/search', { body: { keyword: '佐藤' } }));
  await made(owner.GET('/api/office/ledger/lines', { params: { query: { order: 'newest' } } }));
  await made(owner.GET('/api/office/money', { params: { query: { year: '2026' } } }));
  await made(
    owner.GET('/api/office/applications.csv', {
      params: { query: { encoding: 'utf8' } },
      parseAs: 'text',
    }),
  );
  const isTyped = [will, message, email, sums, today, states].every((one) => one !== undefined);
  if (!isTyped) throw new Error('an answer lacks what the document promises');
  return statuses;
}
