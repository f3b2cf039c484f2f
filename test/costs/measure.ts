import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { z } from 'zod';
import type { ReceiptGroup } from '#giving/receipts/receipt.ts';
import { receiptDonor } from '#test/factories/receipts.ts';
import { databaseUrlOf } from '#test/server-process.ts';
import {
  type CostBudget,
  type CostlyHouse,
  type CostlyRequest,
  costlyRequests,
} from './requests.ts';

/** Settings of a measured server: each request comes from its own address, and pages are not cached. */
export const measuredServer = { TRUST_PROXY: '1', PAGE_CACHE_MB: '0' };

export type Cost = { name: string; ms: number; budget: CostBudget | undefined };

type Role = NonNullable<CostlyRequest['as']>;
type SignIn = { role: string; email: string; password: string };

/** CPU time of a process on Linux, all threads together, in milliseconds. */
async function processorMsOf(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  const spent = await Promise.all(
    (await readdir(tasks)).map(async (task) =>
      // A thread may have ended meanwhile.
      Number((await readFile(`${tasks}/${task}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0]),
    ),
  );
  return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;

/** An export is allowed six times an hour, one of which is used before the first round. */
const rounds = 4;

let addresses = 0;
const fromElsewhere = () => {
  addresses += 1;
  return {
    'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
  };
};

async function headersOf(url: string, { email, password }: SignIn) {
  const origin = { origin: url, ...fromElsewhere() };
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    ...{ method: 'POST', body: JSON.stringify({ email, password }) },
    headers: { ...origin, 'content-type': 'application/json' },
  });
  const cookie = reply.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const renewed = await fetch(`${url}/api/auth/token`, { headers: { ...origin, cookie } });
  return { authorization: `Bearer ${((await renewed.json()) as { token: string }).token}` };
}

/** Costs of all requests in the table on a server with its sample, highest first: each the median of a few. */
export async function measureCosts(server: {
  url: string;
  pid: number;
  dataDir: string;
}): Promise<Cost[]> {
  const { url, pid, dataDir } = server;
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  await client.connect();
  try {
    const one = async (text: string) =>
      String(Object.values((await client.query(text)).rows[0] ?? {})[0] ?? '');
    const [sample] = (await client.query(`select value from settings where key = 'sample'`)).rows;
    const signIns = sample.value.signIns as SignIn[];
    const as = new Map<Role, Record<string, string>>();
    for (const role of ['donor', 'staff', 'operator'] as const) {
      const known = signIns.find((each) => each.role === role);
      if (known) as.set(role, await headersOf(url, known));
    }
    const ask = async ({ path, as: role, body }: CostlyRequest) => {
      const reply = await fetch(url + (typeof path === 'string' ? path : path()), {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...fromElsewhere(),
          ...(role && as.get(role)),
          ...(body && { 'content-type': 'application/json', origin: url }),
        },
      });
      await reply.arrayBuffer();
      return reply.status;
    };
    /** Issues a receipt to the sample's donor and returns its number. */
    const issued = async () => {
      const headers = { ...as.get('donor'), origin: url, 'content-type': 'application/json' };
      const possible = await fetch(`${url}/api/users/receipts/possible`, { headers });
      const groups = (await possible.json()) as z.infer<typeof ReceiptGroup>[];
      const group = groups.find(({ reason, year }) => reason === '' && year !== null);
      const body = {
        ...{ kind: 'year', year: group?.year, associateId: group?.associateId },
        donor: receiptDonor,
      };
      const reply = await fetch(`${url}/api/users/receipts`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      return ((await reply.json()) as { number: string }).number;
    };
    const associateId = await one(`
      select associate_id from staff_memberships where uid = 'sample-staff' order by 1 limit 1`);
    const donor = signIns.find(({ role }) => role === 'donor');
    const uid = await one(`select uid from users where email = '${donor?.email}'`);
    const sampleIds: CostlyHouse = {
      dataDir,
      associateId,
      uid,
      password: donor?.password ?? '',
      pledgeId: await one(`
        select p.id from pledges p join pledge_items i on i.pledge_id = p.id
        where p.state = 'published' order by 1 limit 1`),
      receipt: `/api/users/receipts/${await issued()}/pdf`,
      statement: `/api/staff/associates/${associateId}/statements/${await one(`
        select id from remittances where associate_id = '${associateId}'
          and statement_number is not null limit 1`)}/statement.pdf`,
    };
    const costs: Cost[] = [];
    for (const request of costlyRequests(sampleIds)) {
      const { name, budget, before, status = 200 } = request;
      const spent: number[] = [];
      await before?.();
      await ask(request);
      for (let round = 0; round < rounds; round++) {
        await before?.();
        const began = await processorMsOf(pid);
        const answered = await ask(request);
        spent.push((await processorMsOf(pid)) - began);
        if (answered !== status) throw new Error(`${name} was answered with ${answered}`);
      }
      costs.push({ name, ms: median(spent), budget });
    }
    return costs.toSorted((one, other) => other.ms - one.ms);
  } finally {
    await client.end();
  }
}
