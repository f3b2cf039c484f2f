import { sql } from 'drizzle-orm';
import type { Terms } from '#money/ledger/fees.ts';
import { claimsIn, readablesOf, untrueIn, worlds } from '#test/claims/claims.ts';
import {
  addressesOf,
  audienceOf,
  organisation,
  patterns,
  redirections,
} from '#test/e2e/addresses.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';

// Statements of public pages about the cost of gifts are true under any agreement.

test.use({ installation: 'built-alone' });

const publicPatterns = patterns.filter(
  (pattern) => audienceOf(pattern) === 'all' && !(pattern in redirections),
);
const widgets = ['button', 'card'].map((size) => `/widget/associate/${organisation}?size=${size}`);

/** Gives every organisation and every fund the same agreement. */
const agree = (product: Product, { feeBasisPoints, handlingYen }: Terms) =>
  withDatabase(product, async (db) => {
    await db.execute(sql`
      update associate_agreements set fee_basis_points = ${feeBasisPoints}, handling_yen = ${handlingYen}`);
    await db.execute(sql`delete from fund_terms`);
    await db.execute(sql`
      insert into fund_terms (id, starts_on, fee_basis_points, handling_yen, reason, created_by, created_at)
      values ('one', '2020-01-01', ${feeBasisPoints}, ${handlingYen}, '見本', 'operator', now())`);
    // Earlier gifts cost the same.
    await db.execute(sql`
      update donations set fee_yen = amount_yen * ${feeBasisPoints} / 10000, handling_yen = 0`);
  });

test('every public page, flyer and button is true under each agreement', async ({
  page,
  product,
}) => {
  test.slow();
  const addresses = [...widgets];
  for (const pattern of publicPatterns) addresses.push(...(await addressesOf(pattern, page)));
  const untrue: string[] = [];
  for (const [world, terms] of worlds) {
    await agree(product, terms);
    const card = async () =>
      (await (await page.request.get(`/api/associates/${organisation}`)).json()).terms;
    await expect.poll(card).toEqual(terms);
    const said: string[] = [];
    for (const address of addresses) {
      const text = readablesOf(await (await page.request.get(address)).text());
      said.push(...claimsIn(text, terms).map(({ words }) => words));
      untrue.push(...untrueIn(text, terms).map((words) => `${world}: ${address}: ${words}`));
    }
    // At least cards, the page, the flyer and the widget have some: fewer means that pages were not
    // parsed correctly.
    expect(said.length, world).toBeGreaterThan(40);
  }
  expect(untrue).toEqual([]);
});
