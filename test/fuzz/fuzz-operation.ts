import * as fc from 'fast-check';
import { ErrorBody } from '#kit/errors/error-body.ts';
import { type FuzzRequest, type Known, type Operation, requestsTo } from './fuzz-requests.ts';

/** The response to a request. */
export type FuzzAnswer = { status: number; body: string };

const japanese = /[ぁ-ヿ一-鿿]/;
const innards = /node_modules|\bat .+:\d+:\d+|FST_|\b(insert into|select .+ from) /i;

/** Fault of a response, whatever the request; undefined if it is correct. */
function faultOf({ hasOwnErrors }: Operation, { status, body }: FuzzAnswer): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (status < 400) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'an error that is no JSON';
  }
  // An import lists its errors by row and column.
  const common = hasOwnErrors ? { ...(parsed as object), errors: undefined } : parsed;
  const { success, data } = ErrorBody.safeParse(common);
  if (!success) return 'an error of another shape';
  if (!japanese.test(data.message)) return `a message that is not Japanese: ${data.message}`;
  return innards.test(body) ? 'innards of the program' : undefined;
}

/** Sends `cases` requests to one operation; fails with the smallest request that gets a wrong response. */
export async function fuzzOperation(
  operation: Operation,
  {
    cases,
    seed,
    known,
    ask,
  }: {
    cases: number;
    seed: number;
    known: Known;
    ask: (request: FuzzRequest) => Promise<FuzzAnswer>;
  },
): Promise<void> {
  const property = fc.asyncProperty(requestsTo(operation, known), async (request) => {
    const answer = await ask(request);
    const fault = faultOf(operation, answer);
    if (fault) throw new Error(`${fault}: ${answer.body.slice(0, 300)}`);
  });
  await fc.assert(property, { numRuns: cases, seed });
}
