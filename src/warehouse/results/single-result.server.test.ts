import { expect, test } from 'vitest';
import { watchQueries } from '#kit/db/watch-queries.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const operator = await signedIn(house)('op', 'operator');

/** Each is a round trip to the database, and much of a result's cost. */
const mostStatements = 23;

test('a file of one result, released at once, takes few statements', async () => {
  await insertAssociate(house.db, 'ao');
  await insertApplications(house.db, [application(1)]);
  const statements: string[] = [];
  const { status, body } = await watchQueries(
    (text) => void statements.push(text),
    () => uploadResults(house, operator, resultFile(resultLine(1))),
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ accepted: 1, newDonations: 1 });
  // Includes begin, commit, and the reads of the sign-in.
  expect(statements.length, statements.join('\n')).toBeGreaterThan(10);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(mostStatements);
});
